/** One line of a chart. */
export interface Line {
  readonly name: string
  /** One per place of `xs`; `null` where there is none. */
  readonly ys: readonly (number | null)[]
  /** 0 to 1: how strong its colour is. 1 unless told. */
  readonly strength?: number
  readonly isDotted?: boolean
}
