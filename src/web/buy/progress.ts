/** The three steps of a purchase, as they happen. */

export type StepState = 'waiting' | 'doing' | 'done' | 'failed'

export interface BuyStep {
  readonly name: string
  readonly state: StepState
  readonly detail: string
  /** Milliseconds that it took; `null` until it has ended. */
  readonly took: number | null
}

export type StepPlace = 0 | 1 | 2

export const FIRST_STEPS: readonly BuyStep[] = [
  { name: 'Ask for the price', state: 'waiting', detail: '', took: null },
  { name: 'Pay', state: 'waiting', detail: '', took: null },
  { name: 'Receive and verify', state: 'waiting', detail: '', took: null },
]

/** Keeps the steps, and tells each change of them. */
export interface Progress {
  begin(at: StepPlace, detail: string): void
  /** What is going on in the step that is open. */
  say(detail: string): void
  end(at: StepPlace, detail: string): void
  fail(detail: string): void
}

/** @param clock milliseconds, never backwards */
export const createProgress = (told: (steps: readonly BuyStep[]) => void, clock: () => number): Progress => {
  let steps = FIRST_STEPS
  const began = [0, 0, 0]
  const put = (at: number, change: Partial<BuyStep>): void => {
    steps = steps.map((step, place) => (place === at ? { ...step, ...change } : step))
    told(steps)
  }
  const open = (): number => steps.findIndex(({ state }) => state === 'doing')
  return {
    begin: (at, detail) => {
      began[at] = clock()
      put(at, { state: 'doing', detail })
    },
    say: (detail) => put(open(), { detail }),
    end: (at, detail) => put(at, { state: 'done', detail, took: Math.round(clock() - began[at]!) }),
    fail: (detail) => put(Math.max(0, open()), { state: 'failed', detail }),
  }
}
