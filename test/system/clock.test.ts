import { expect, test } from 'bun:test'
import { systemClock } from '../../src/system/clock.ts'

/** Sleeping. The signal of a process lives as long as the process, and is slept with ten times a second. */

/** A signal that counts who listens to it. */
const counted = () => {
  const stop = new AbortController()
  const { signal } = stop
  const listening = new Set<unknown>()
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
  type Watch = (...words: Parameters<typeof add>) => void
  const watching =
    (pass: Watch, note: (listener: unknown) => unknown): Watch =>
    (...words) => {
      note(words[1])
      pass(...words)
    }
  signal.addEventListener = watching(add, (listener) => listening.add(listener))
  signal.removeEventListener = watching(remove, (listener) => listening.delete(listener))
  return { stop, signal, listening }
}

test('nothing of a sleep that is over stays at its signal', async () => {
  const { signal, listening } = counted()
  const sleeping = Array.from({ length: 50 }, () => systemClock.sleep(5, signal))
  expect(listening.size).toBe(50)
  await Promise.all(sleeping)
  expect(listening.size).toBe(0)
})

test('a signal ends all sleeps at once, and those that begin after it', async () => {
  const { stop, signal, listening } = counted()
  const sleeping = [systemClock.sleep(3_600_000, signal), systemClock.sleep(3_600_000, signal)]
  stop.abort()
  await Promise.all(sleeping)
  expect(listening.size).toBe(0)
  await systemClock.sleep(3_600_000, signal)
})
