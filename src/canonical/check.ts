/** One thing that was checked, and the result. */
export interface Check {
  readonly what: string
  readonly ok: boolean
  readonly detail?: string
}
