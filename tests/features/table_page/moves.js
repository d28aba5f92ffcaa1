const stepped = ({ duration, easing }) => duration <= 1 || easing?.startsWith("steps");
window.moved = () => document.getAnimations().filter(({ effect, playState }) => {
  const easings = effect.getKeyframes().map(({ easing }) => ({ ...effect.getComputedTiming(), easing }));
  return playState === "running" && ![effect.getComputedTiming(), ...easings].some(stepped);
}).map(({ animationName, transitionProperty, effect: { target } }) =>
  `${animationName ?? transitionProperty} of ${target.outerHTML.split(">")[0]}>`);
window.scripted = [];
Element.prototype.animate = ((animate) => function (frames, timing) {
  if (!stepped(timing)) window.scripted.push(this.getAttribute("class"));
  return animate.call(this, frames, timing);
})(Element.prototype.animate);
