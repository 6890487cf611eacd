import { defineFeed } from '../feed.ts'
import { concludeSynopsis } from './conclude-synopsis.ts'
import { SynopsisAnswer } from './synopsis-answer.ts'
import { synopsisExample } from './synopsis-example.ts'
import { LEAST_PARTS, NEEDED_PARTS, SYNOPSIS_NAMES, SYNOPSIS_PARTS } from './synopsis-parts.ts'
import { SYNOPSIS_SALE } from './synopsis-sale.ts'

const actors = SYNOPSIS_NAMES.map((name) => SYNOPSIS_PARTS[name].actor)

export const synopsis = defineFeed({
  id: 'synopsis/market',
  family: 'regimes',
  layer: 'Oracle Information',
  summary: 'Fifteen answers about the market in one, each with its time and the hash of the answer that it repeats',
  noun: 'synopsis',
  subjects: [{ key: 'MARKET', domain: 'MARKET', name: 'Market', path: {} }],
  answer: SynopsisAnswer,
  example: synopsisExample(),
  methodology: {
    parts: Object.fromEntries(SYNOPSIS_NAMES.map((name) => [name, SYNOPSIS_PARTS[name].actor])),
    needed: [...NEEDED_PARTS],
    least: LEAST_PARTS,
    age: 'a part is repeated while its own answer may be sold; the calendar of today on its day, an event or an expiry before its time',
    confidence: `least confidence of the parts that are there, times their number over ${SYNOPSIS_NAMES.length}`,
  },

  everySeconds: 60,
  after: () => actors,
  needs: () => NEEDED_PARTS.map((name) => [{ actor: SYNOPSIS_PARTS[name].actor }]),
  conclude: (_market, context) => concludeSynopsis(context),

  sale: SYNOPSIS_SALE,
})
