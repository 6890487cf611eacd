import { defineFeed } from '../feed.ts'
import { concludeSurprises } from './conclude-surprises.ts'
import { ESTIMATES } from './estimates-file.ts'
import { PRINT_BOARDS } from './first-prints.ts'
import { RELEASES_BOARD } from './releases-board.ts'
import { SURPRISES_SALE, SurprisesAnswer } from './surprises-answer.ts'
import { surprisesExample } from './surprises-example.ts'
import { SURPRISES_METHODOLOGY } from './surprises-methodology.ts'

export const surprises = defineFeed({
  id: 'econ/surprises',
  family: 'surprises',
  layer: 'Oracle Data',
  summary: 'How far economic releases came from what was expected: the last twenty, scored, and their index',
  noun: 'surprises',
  subjects: [{ key: 'WORLD', domain: 'WORLD', name: 'Economic', path: {} }],
  answer: SurprisesAnswer,
  example: surprisesExample(),
  methodology: SURPRISES_METHODOLOGY,

  everySeconds: 300,
  boards: () => [RELEASES_BOARD, ...PRINT_BOARDS],
  files: [ESTIMATES],
  // Agencies tell results, and nobody else estimates.
  needs: () => [[RELEASES_BOARD, ESTIMATES]],
  conclude: (_subject, context) => concludeSurprises(context),

  sale: SURPRISES_SALE,
})
