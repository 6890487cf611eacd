import type { OptionBoard } from '../../boards/option-state.ts'
import { OPTION_BOARDS } from '../../boards/option-boards.ts'
import { actorId, type TickContext } from '../../feed.ts'
import { SPOT } from '../../prices/price-carry.ts'
import type { Subject } from '../../subject.ts'
import { type BelievedChain, believedChains } from '../chains/believed-chains.ts'
import { coinOf } from '../chains/option-subjects.ts'
import { ownSpot } from '../chains/own-spot.ts'

/** What feeds about smiles read: the chains of all venues that list options of a coin. */

export const smileBoards = (subject: Subject): readonly OptionBoard[] =>
  OPTION_BOARDS.filter(({ coins }) => coins.includes(coinOf(subject)))

/** The names of the venues that could say something. */
export const smileVenues = (subject: Subject): readonly string[] =>
  smileBoards(subject)
    .map(({ venue }) => venue)
    .toSorted()

/** The actors whose last snapshots are read: the spot price tells chains of another coin. */
export const smileInputs = (subject: Subject): readonly string[] => [actorId(SPOT, subject)]

/** The chains of a coin that are believed now. */
export const smileChains = (subject: Subject, context: TickContext): readonly BelievedChain[] =>
  believedChains(smileBoards(subject), context.boards, coinOf(subject), ownSpot(context, subject.key), context.now)
