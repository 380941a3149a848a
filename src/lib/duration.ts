/** A length of time as people read it, with units. Pure. */

const minuteSec = 60;
const hourSec = 60 * minuteSec;
const daySec = 24 * hourSec;

/** `8 s`, `3 min`, `2 h 5 min`, `4 d 3 h`: two units at most, the smaller one left out when zero. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < minuteSec) return `${whole} s`;
  if (whole < hourSec) return `${Math.floor(whole / minuteSec)} min`;
  if (whole < daySec) return twoUnits(whole, hourSec, 'h', minuteSec, 'min');
  return twoUnits(whole, daySec, 'd', hourSec, 'h');
}

function twoUnits(
  whole: number,
  bigSec: number,
  big: string,
  smallSec: number,
  small: string,
): string {
  const rest = Math.floor((whole % bigSec) / smallSec);
  return `${Math.floor(whole / bigSec)} ${big}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}
