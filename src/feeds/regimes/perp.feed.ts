import { BAR_BOARDS } from '../boards/bar-boards.ts'
import { defineFeed } from '../feed.ts'
import { concludePerp } from './conclude-perp.ts'
import { PerpAnswer } from './perp-answer.ts'
import { PERP } from './perp-carry.ts'
import { perpExample } from './perp-example.ts'
import { perpActors } from './perp-inputs.ts'
import { PERP_METHODOLOGY } from './perp-methodology.ts'
import { PERP_SALE } from './perp-sale.ts'
import { COIN_SUBJECTS, perpCoinOf } from './perp-subjects.ts'

const boards = BAR_BOARDS.map(({ board }) => board)

export const perpRegime = defineFeed({
  id: PERP.id,
  carry: PERP.carry,
  published: PERP.published,
  family: 'perp',
  layer: 'Oracle Information',
  summary:
    'How the perpetual market of a coin is positioned: one of nine regimes from up to ten signals, bias and risk',
  noun: 'perpetual regime',
  subjects: COIN_SUBJECTS,
  answer: PerpAnswer,
  exampleOf: (subject) => perpExample(perpCoinOf(subject)),
  methodology: PERP_METHODOLOGY,

  everySeconds: 30,
  boards: () => boards,
  after: (subject) => perpActors(perpCoinOf(subject)),
  // Without bars there are no returns, but enough of the other signals is enough.
  needs: (subject) => [perpActors(perpCoinOf(subject)).map((actor) => ({ actor }))],
  conclude: (subject, context) => concludePerp(perpCoinOf(subject), context),

  sale: PERP_SALE,
})
