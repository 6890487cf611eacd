/** An input loses its confidence between these two ages, in seconds (methods 0.3). */
export interface Lifetime {
  readonly freshSeconds: number
  readonly expireSeconds: number
}

/** 1 up to the fresh age, then linearly down to 0 at the expiry age. */
export const freshness = (ageSeconds: number, { freshSeconds, expireSeconds }: Lifetime): number =>
  Math.max(0, Math.min(1, (expireSeconds - ageSeconds) / (expireSeconds - freshSeconds)))
