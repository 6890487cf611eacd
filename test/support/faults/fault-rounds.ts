import { expect } from 'bun:test'
import type { Body, Hands } from '../hands.ts'
import type { TestStack } from '../stack.ts'
import { until } from '../until.ts'
import type { BoardHands } from './board-hands.ts'
import type { FaultFamily, FaultRow, RefusedRow } from './fault-row.ts'

/** What is common to the families of all answers. */
type AnyFamily = Pick<FaultFamily<unknown>, 'id' | 'path' | 'actor' | 'learn' | 'isWhole'>

/** Faults that do not disturb each other. */
export interface FaultRound {
  /** As `POST /world` takes it, beside that all earlier faults end. */
  readonly order: object
  readonly rows: readonly FaultRow[]
  readonly refused?: readonly RefusedRow[]
  /** Done again and again until every row has come out: a poll that is running may undo it. */
  readonly also?: (boards: BoardHands) => Promise<void>
}

/** How often `meanwhile` is done: polls must get their turn in between. */
const AGAIN_MS = 1_500
/** Between two looks whether there is something new to buy. */
const LOOK_MS = 150

const line = (family: string, fault: string, what: string): string =>
  `${family.padEnd(15)} | ${fault.padEnd(52)} | ${what}`

/** @param meanwhile done again and again while answers are waited for */
export const faultRounds = (stack: TestStack, hands: Hands, boards: BoardHands, meanwhile: () => Promise<void>) => {
  const told: string[] = []

  const repeating = async (
    work: () => Promise<void>,
    also: () => Promise<void> | undefined = () => undefined,
  ): Promise<void> => {
    const done = new AbortController()
    const repeated = (async () => {
      while (!done.signal.aborted) {
        await meanwhile()
        await also()
        await Bun.sleep(AGAIN_MS)
      }
    })()
    try {
      await work()
    } finally {
      done.abort()
      await repeated
    }
  }

  /** Buys whatever is new of an actor until the look is content. */
  const bought = (
    what: string,
    { path, actor }: Pick<AnyFamily, 'path' | 'actor'>,
    look: (body: Body) => string | null,
  ) => {
    let seen = 0
    return until(what, async () => {
      const version = await boards.version(actor)
      if (version <= seen) return void (await Bun.sleep(LOOK_MS))
      const body = await hands.buy(path)
      if (body === null) return void (await Bun.sleep(LOOK_MS))
      seen = version
      return look(body)
    })
  }

  const sold = async (row: FaultRow): Promise<void> => {
    const what = await bought(`${row.family}: ${row.fault}`, row, row.sold)
    told.push(line(row.family, row.fault, what))
  }

  /** Not for sale, for this reason, and nobody is asked to pay. */
  const refused = async ({ family, fault, path, actor, reason }: RefusedRow): Promise<void> => {
    await until(`${family}: ${fault}`, async () => {
      const seen = await hands.actor(actor)
      return reason.test(seen.reason ?? '') ? true : void (await Bun.sleep(LOOK_MS))
    })
    // The last answer may be sold for minutes. The test ends these now.
    await boards.forgetActor(actor)
    const response = await fetch(stack.baseUrl + path)
    const offers = ['www-authenticate', 'payment-required'].map((name) => response.headers.get(name))
    const { error } = (await response.json()) as { readonly error: string }
    expect([family, response.status, error, ...offers]).toEqual([family, 503, 'data_unavailable', null, null])
    told.push(line(family, fault, `503 without a challenge: ${(await hands.actor(actor)).reason}`))
  }

  /** Waits until every family is whole. */
  const whole = (families: readonly AnyFamily[], then: (family: AnyFamily, body: Body) => void): Promise<unknown> =>
    Promise.all(
      families.map((family) =>
        bought(`${family.id} is whole`, family, (body) => {
          if (!family.isWhole(body)) return null
          then(family, body)
          return 'whole'
        }),
      ),
    )

  return {
    /** What every family says once it is whole is what later answers are held against. */
    learn: (families: readonly AnyFamily[]): Promise<void> =>
      repeating(async () => {
        await whole(families, ({ learn }, body) => learn(body))
      }),

    /** Puts the world right and waits until it shows. */
    mend: (families: readonly AnyFamily[]): Promise<void> =>
      repeating(async () => {
        await hands.order({ clear: true })
        await whole(families, () => {})
      }),

    /** All rows at once. */
    async run({ order, rows, refused: closed = [], also }: FaultRound): Promise<void> {
      await hands.order({ clear: true, ...order })
      await repeating(
        async () => {
          await Promise.all([...rows.map(sold), ...closed.map(refused)])
        },
        () => also?.(boards),
      )
    },

    /** What each row came to, a line a row. */
    table: (): string => [line('family', 'fault', 'what was sold'), ...told].join('\n'),
  }
}
