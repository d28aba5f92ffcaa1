// How people write amounts of chips; the same as in bot/commands/amounts.py.

const GROUPED = /^[0-9]{1,3}(?:([.,'’ \u00a0\u202f])[0-9]{3})(?:\1[0-9]{3}){0,3}$/;
const THOUSANDS = /^([0-9]{1,9})(?:[.,]([0-9]{1,2}))? ?(?:k|rb|ribu)$/i;

// The amount that a text means; NaN if it is none, or could mean several.
export function amountOf(text) {
  const typed = text.trim();
  if (GROUPED.test(typed)) return Number(typed.replace(/[^0-9]/g, ""));
  const thousands = THOUSANDS.exec(typed);
  if (thousands) return Number(thousands[1]) * 1000 + Number((thousands[2] ?? "").padEnd(3, "0"));
  return /^[0-9]{1,13}$/.test(typed) ? Number(typed) : NaN;
}
