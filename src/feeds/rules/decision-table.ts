import type { Json } from '../../canonical/jcs.ts'
import { type Condition, holds, type InputValues } from './condition.ts'

/**
 * Decision tables: ordered rows, of which the first that holds decides (methods 6.1). A table stands once, as data. It is
 * evaluated here, shown in `/methodology.json` as it stands, and evaluated again by `claros verify`.
 */

export interface Row<I extends string, O> {
  /** All must hold. A row without conditions always holds. */
  readonly when: readonly Condition<I>[]
  readonly gives: O
}

export interface DecisionTable<I extends string, O> {
  /** What each input is, with its unit. */
  readonly inputs: Readonly<Partial<Record<I, string>>>
  readonly rows: readonly Row<I, O>[]
}

/** A type-checked table, frozen. */
export const decisionTable = <const I extends string, const O>(
  inputs: Readonly<Record<I, string>>,
  rows: readonly Row<NoInfer<I>, O>[],
): DecisionTable<I, O> => Object.freeze({ inputs, rows })

/** The row that decides, counted from 1, and its outcome. */
export interface TableDecision<O> {
  readonly row: number
  readonly outcome: O
}

/**
 * The first row that holds; `null` if none does. A row is skipped while the inputs that are there do not show that it
 * holds: a missing input never decides.
 */
export const decideBy = <I extends string, O>(
  { rows }: DecisionTable<I, O>,
  values: InputValues<NoInfer<I>>,
): TableDecision<O> | null => {
  const at = rows.findIndex(({ when }) => holds({ all: when }, values) === true)
  return at < 0 ? null : { row: at + 1, outcome: rows[at]!.gives }
}

/** The outcomes of all rows that hold, in order: for tables of points that add up. */
export const allThatHold = <I extends string, O>(
  { rows }: DecisionTable<I, O>,
  values: InputValues<NoInfer<I>>,
): readonly O[] => rows.filter(({ when }) => holds({ all: when }, values) === true).map(({ gives }) => gives)

/** A table as `/methodology.json` shows it: its rows are numbered as answers name them. */
export const shownTable = <I extends string, O extends Json>({ inputs, rows }: DecisionTable<I, O>): Json => ({
  inputs: Object.fromEntries(Object.entries<string | undefined>(inputs).map(([name, what]) => [name, what ?? ''])),
  rows: rows.map(({ when, gives }, at) => ({ row: at + 1, when, gives })),
})
