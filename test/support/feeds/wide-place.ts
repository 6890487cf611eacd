import { boardQuestion, type Board, type Joint } from '../../../src/feeds/board.ts'
import type { AnyFeed } from '../../../src/feeds/feed.ts'
import type { Source } from '../../../src/sources/query.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { FEED } from '../places.ts'

/** A feed about a place of six thermometers, two of which are read in one question. */

export const THERMOMETERS: Source = {
  name: 'thermometers',
  origin: 'https://thermometers.example',
  rate: { requests: 30, perSeconds: 60 },
  timeoutMs: 1_000,
  maxBytes: 1_000,
  rights: 'open',
  terms: 'https://thermometers.example/terms',
  termsNote: 'none',
}

interface Heat {
  readonly heat: string | null
}

const queryOf = (path: string) => ({ provider: THERMOMETERS, path, read: (body: string) => body.split(',') })

const joint: Joint = {
  name: 'heats/',
  asks: (ids) =>
    Array.from({ length: Math.ceil(ids.length / 2) }, (_, pair) => ids.slice(2 * pair, 2 * pair + 2)).map((answers) => {
      const query = queryOf(`/both/${answers.join('+')}`)
      return {
        query,
        answers,
        states: (body) => {
          const heats = query.read(body)
          if (heats.length !== answers.length) throw new UnreadableReply(`${heats.length} heats`)
          return heats.map((heat): Heat => ({ heat }))
        },
      }
    }),
}

const boardOf = (key: string, at: number): Board<Heat> => ({
  id: `heats/${key}/${at}`,
  source: THERMOMETERS,
  everySeconds: 60,
  keepSeconds: 600,
  empty: { heat: null },
  joint,
  asks: () => [boardQuestion(queryOf(`/one/heats/${key}/${at}`), ([heat = null]) => ({ heat }))],
})

export const WIDE: AnyFeed = {
  ...FEED,
  id: 'test/wide',
  boards: ({ key }) => Array.from({ length: 6 }, (_, at) => boardOf(key, at)),
  conclude: (subject, { boards }) => {
    const heats = WIDE.boards(subject).map((board) => (boards.read(board) as Heat | null)?.heat ?? null)
    if (heats.includes(null)) return { kind: 'input_missing', input: 'thermometers' }
    return { kind: 'concluded', content: { domain: subject.domain, heat: heats.at(-1)! }, carry: {} }
  },
  sale: { ...FEED.sale, path: '/oracle/test/wide/{x}' },
}
