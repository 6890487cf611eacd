/** One release or decision of an authority. */
export interface Announcement {
  readonly country: string
  readonly kind: string
  /** Unix milliseconds. */
  readonly at: number
}

/** A release that was ordered beside the usual ones, and since when it is known. */
export interface AddedRelease extends Announcement {
  readonly knownAt: number
}
