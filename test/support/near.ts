/** What a section of the vectors accepts: the absolute or the relative difference. */
export interface Tolerance {
  readonly rel?: number
  readonly abs?: number
}

/** Half a unit of the last of twelve significant digits: how exactly the files can say a number at all (their `meta`). */
const printed = (expected: number): number =>
  expected === 0 ? 0 : 0.5 * 10 ** (Math.floor(Math.log10(Math.abs(expected))) - 11)

/** Passed when the absolute or the relative difference is small enough, as the vectors' section states. */
export const near = (found: number, expected: number, tol: Tolerance): void => {
  const difference = Math.abs(found - expected)
  const allowed = Math.max(tol.abs ?? 0, (tol.rel ?? 0) * Math.abs(expected), printed(expected))
  if (!(difference <= allowed)) throw new Error(`found ${found}, expected ${expected}, apart by ${difference}`)
}

export const named = <T extends { readonly id: string }>(cases: readonly T[]) =>
  cases.map((each) => [each.id, each] as const)
