import { describe, expect, test } from 'bun:test'
import { settlementWatch } from '../../../src/http/endpoints/settlement-watch.ts'
import type { InvoiceState } from '../../../src/http/rails/lightning/node.ts'
import { stillClock } from '../../support/still.ts'

const HASH = 'ab'.repeat(32)
const SIGNAL = new AbortController().signal
const FAR = 1e15

describe('waiting for a payment', () => {
  test('equal questions that wait together are one', async () => {
    let asked = 0
    const node = { invoiceState: async (): Promise<InvoiceState> => (asked++, { kind: 'settled', preimage: null }) }
    const watch = settlementWatch(node, stillClock(0))
    const found = await Promise.all([
      watch(HASH, FAR, SIGNAL),
      watch(HASH, FAR, SIGNAL),
      watch('cd'.repeat(32), FAR, SIGNAL),
    ])
    expect(found.map(({ kind }) => kind)).toEqual(['settled', 'settled', 'settled'])
    expect(asked).toBe(2)
  })

  test('ends when the client has gone', async () => {
    const clock = stillClock(0)
    const gone = new AbortController()
    const node = {
      invoiceState: async (): Promise<InvoiceState> => {
        if (clock.now() >= 2_000) gone.abort()
        return { kind: 'open' }
      },
    }
    expect(await settlementWatch(node, clock)(HASH, FAR, gone.signal)).toEqual({ kind: 'open' })
    expect(clock.now()).toBe(2_000)
  })

  test('a node that fails is asked again until the time is over', async () => {
    const clock = stillClock(0)
    const node = {
      invoiceState: async () =>
        clock.now() < 3_000
          ? ({ kind: 'lightning_failure', reason: 'timeout', detail: '' } as const)
          : ({ kind: 'settled', preimage: null } as const),
    }
    expect(await settlementWatch(node, clock)(HASH, FAR, SIGNAL)).toEqual({ kind: 'settled', preimage: null })
  })

  test('one more than may wait is answered at once, and may wait when others have left', async () => {
    const clock = stillClock(0)
    let release = (): void => {}
    const closed = new Promise<void>((done) => (release = done))
    const waiting = { now: clock.now, sleep: () => closed }
    let isPaid = false
    const node = {
      invoiceState: async () => (isPaid ? ({ kind: 'settled', preimage: null } as const) : ({ kind: 'open' } as const)),
    }
    const watch = settlementWatch(node, waiting)
    const held = Array.from({ length: 500 }, (_, at) => watch(String(at).padStart(64, '0'), FAR, SIGNAL))
    expect(await watch(HASH, FAR, SIGNAL)).toEqual({ kind: 'open' })
    isPaid = true
    release()
    expect((await Promise.all(held)).every(({ kind }) => kind === 'settled')).toBe(true)
    isPaid = false
    const again = watch(HASH, FAR, SIGNAL)
    isPaid = true
    expect(await again).toEqual({ kind: 'settled', preimage: null })
  })
})
