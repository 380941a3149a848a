/** The quantiles of Student's t distribution, from the regularised incomplete beta function. */

/** The t beyond which, on both sides together, lies `1 - level` of the distribution. */
export function studentT(level: number, freedom: number): number {
  const tails = 1 - level;
  const tailsBeyond = (t: number): number =>
    incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
  let high = 1;
  while (tailsBeyond(high) > tails && high < 1e150) high *= 2;
  let low = 0;
  // Halved until no double lies between.
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (tailsBeyond(middle) > tails) low = middle;
    else high = middle;
  }
}

/** I_x(a, b) by its continued fraction, taken on the side where it converges quickly. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

const stepsMax = 10_000;

/** Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const away = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= stepsMax; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const factor = d * c;
    result *= factor;
    if (Math.abs(factor - 1) < 1e-15) break;
  }
  return result;
}

/** Lanczos' approximation with g = 7 and nine terms. */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

function logGamma(z: number): number {
  const base = z - 1 + 7.5;
  const terms = lanczos.reduce(
    (total, term, at) => total + (at === 0 ? term : term / (z - 1 + at)),
    0,
  );
  return 0.5 * Math.log(2 * Math.PI) + (z - 0.5) * Math.log(base) - base + Math.log(terms);
}
