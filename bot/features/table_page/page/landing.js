// An amount that grows only when the chips that fly to it are there.

import { preact } from "./preact.js";

const { useEffect, useState } = preact;

export function useLanding(amount, wait) {
  const [shown, show] = useState(amount);
  useEffect(() => {
    if (amount <= shown || !wait) {
      show(amount);
      return undefined;
    }
    const timer = setTimeout(() => show(amount), wait);
    return () => clearTimeout(timer);
  }, [amount]);
  return wait ? Math.min(amount, shown) : amount;
}
