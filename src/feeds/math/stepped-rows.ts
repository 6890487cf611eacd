/** The past of something that is looked at again and again: one row for each step of time, its last look in it. */
export interface Steps<Row> {
  readonly stepMs: number
  /** Rows that began longer before the running step are dropped. */
  readonly keepMs: number
  /** When a row's step began, Unix milliseconds. */
  startOf(row: Row): number
}

/** When the step that a moment lies in began. */
export const stepAt = (at: number, { stepMs }: Pick<Steps<never>, 'stepMs'>): number => Math.floor(at / stepMs) * stepMs

/** Those that are looked back upon. */
export const keptRows = <Row>(rows: readonly Row[], steps: Steps<Row>, now: number): readonly Row[] => {
  const oldest = stepAt(now, steps) - steps.keepMs
  return rows.filter((row) => steps.startOf(row) >= oldest && steps.startOf(row) <= now)
}

/** With a row, in place of what was seen earlier in its step. */
export const withRow = <Row>(rows: readonly Row[], row: Row, steps: Steps<Row>, now: number): readonly Row[] =>
  keptRows([...rows.filter((each) => steps.startOf(each) !== steps.startOf(row)), row], steps, now)
