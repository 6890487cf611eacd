/** A history of repeated observations: one row for each step of time, which holds the last observation in it. */
export interface Steps<Row> {
  readonly stepMs: number
  /** Rows whose step began more than this long before the running step are dropped. */
  readonly keepMs: number
  /** When a row's step began, Unix milliseconds. */
  startOf(row: Row): number
}

/** When the step that contains a moment began. */
export const stepAt = (at: number, { stepMs }: Pick<Steps<never>, 'stepMs'>): number => Math.floor(at / stepMs) * stepMs

/** The rows that are young enough to keep. */
export const keptRows = <Row>(rows: readonly Row[], steps: Steps<Row>, now: number): readonly Row[] => {
  const oldest = stepAt(now, steps) - steps.keepMs
  return rows.filter((row) => steps.startOf(row) >= oldest && steps.startOf(row) <= now)
}

/** Adds a row. It replaces an earlier row of the same step. */
export const withRow = <Row>(rows: readonly Row[], row: Row, steps: Steps<Row>, now: number): readonly Row[] =>
  keptRows([...rows.filter((each) => steps.startOf(each) !== steps.startOf(row)), row], steps, now)
