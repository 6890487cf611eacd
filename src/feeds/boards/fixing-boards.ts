import { FIXING_SOURCES } from '../../sources/central-banks/banks.ts'
import type { Fixing, FixingSource } from '../../sources/market.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { boardQuestion, type Board } from '../board.ts'

/** The newest table a central bank has published, or nothing yet. */
export interface FixingState {
  readonly fixing: Fixing | null
}

/** Fixings change once a day. One request per hour is soon enough and a small load for the provider. */
const FIXING_SECONDS = HOUR_SECONDS

const fixingBoard = (bank: FixingSource): Board<FixingState> => ({
  id: `fixing/${bank.source.name}`,
  source: bank.source,
  everySeconds: FIXING_SECONDS,
  empty: { fixing: null },
  asks: ({ now }) => [
    boardQuestion(bank.latest(now), (fixing, _receivedAt, state: FixingState) =>
      // A provider that answers with an older table than ours was probably restored from a backup: keep the newer one.
      state.fixing && state.fixing.at > fixing.at ? state : { fixing },
    ),
  ],
})

/** One board per central bank, by source name. */
export const FIXING_BOARDS: ReadonlyMap<string, Board<FixingState>> = new Map(
  FIXING_SOURCES.map((bank) => [bank.source.name, fixingBoard(bank)]),
)
