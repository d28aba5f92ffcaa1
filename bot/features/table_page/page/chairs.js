// Who sits where.

export const SEATED = 8; // more players than these are a crowd, whose cards are not drawn

// The chairs that are taken, clockwise, from one of them on.
export function clockwise(scene, from) {
  const chairs = Object.keys(scene.seats).map(Number).sort((one, other) => one - other);
  const start = Math.max(0, chairs.indexOf(from));
  return [...chairs.slice(start), ...chairs.slice(0, start)];
}

export function dealerOf(scene) {
  return clockwise(scene).find((chair) => scene.seats[chair].dealer);
}
