/** One thing that was checked, and how it came out. */
export interface Check {
  readonly what: string
  readonly ok: boolean
  readonly detail?: string
}
