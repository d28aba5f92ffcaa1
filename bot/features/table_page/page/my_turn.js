// When a question to me is a new one, and how long it still stands.

const turnOf = (scene) => scene.mine.buttons.flat()[0]?.turn ?? "";

// Whether `after` asks me something that `before` did not.
export function newQuestion(before, after) {
  if (!after?.mine?.question) return false;
  if (!before?.mine?.question || before.table !== after.table) return true;
  return before.mine.question !== after.mine.question || turnOf(before) !== turnOf(after);
}

// Seconds that I have left by Kiu's clock `now`; Infinity if I am not asked or nothing runs.
export function secondsLeft(scene, now) {
  const running = scene?.mine?.question && scene.clock && !scene.clock.pause;
  return running ? scene.clock.ends - now : Infinity;
}
