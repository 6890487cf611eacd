import { describe, expect, test } from 'bun:test'
import { type Circuit, createCircuit } from '../../src/system/circuit.ts'

/** Failures in a row that open a circuit. */
const THRESHOLD = 12

const failTimes = (circuit: Circuit, times: number, now: number): void => {
  for (let n = 0; n < times; n++) circuit.failed(now)
}

describe('a circuit', () => {
  test('stays closed through less than a row of failures; one success ends the row', () => {
    const circuit = createCircuit()
    for (let round = 0; round < 5; round++) {
      failTimes(circuit, THRESHOLD - 1, 1_000)
      expect(circuit.blockedUntil(1_000)).toBeNull()
      circuit.succeeded()
    }
    expect(circuit.state).toBe('closed')
  })

  test('opens after the row, lets one trial through, and closes by itself when that goes well', () => {
    const circuit = createCircuit()
    failTimes(circuit, THRESHOLD, 1_000)
    expect(circuit.state).toBe('open')
    expect(circuit.blockedUntil(1_000)).toBe(3_000)
    expect(circuit.blockedUntil(2_999)).toBe(3_000)
    expect(circuit.blockedUntil(3_000)).toBeNull()
    expect(circuit.state).toBe('trial')
    expect(circuit.blockedUntil(3_000)).toBeGreaterThan(3_000)
    circuit.succeeded()
    expect(circuit.state).toBe('closed')
    expect(circuit.blockedUntil(3_001)).toBeNull()
  })

  test('every failed trial doubles the pause, up to fifteen seconds', () => {
    const circuit = createCircuit()
    failTimes(circuit, THRESHOLD, 0)
    let now = 0
    const pauses: number[] = []
    for (let trial = 0; trial < 6; trial++) {
      const until = circuit.blockedUntil(now)!
      pauses.push(until - now)
      now = until
      expect(circuit.blockedUntil(now)).toBeNull()
      circuit.failed(now)
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
  })

  test('after it closed, a new row is needed, and the pauses begin short again', () => {
    const circuit = createCircuit()
    failTimes(circuit, THRESHOLD, 0)
    expect(circuit.blockedUntil(2_000)).toBeNull()
    circuit.failed(2_000)
    expect(circuit.blockedUntil(6_000)).toBeNull()
    circuit.succeeded()
    failTimes(circuit, THRESHOLD - 1, 7_000)
    expect(circuit.blockedUntil(7_000)).toBeNull()
    circuit.failed(7_000)
    expect(circuit.blockedUntil(7_000)).toBe(9_000)
  })

  test('a trial that never reports is not waited for', () => {
    const circuit = createCircuit()
    failTimes(circuit, THRESHOLD, 0)
    expect(circuit.blockedUntil(2_000)).toBeNull()
    const until = circuit.blockedUntil(2_001)!
    expect(until).toBeGreaterThan(2_001)
    // Its request may have found the rate window full and never have left: a provider must not be shut out for that.
    expect(circuit.blockedUntil(until)).toBeNull()
  })

  test('requests that were on their way when it opened do not lengthen the pause', () => {
    const circuit = createCircuit()
    failTimes(circuit, THRESHOLD + 10, 0)
    expect(circuit.blockedUntil(0)).toBe(2_000)
  })

  test("a provider's own word opens it at once and until then", () => {
    const circuit = createCircuit()
    circuit.failed(1_000, 31_000)
    expect(circuit.blockedUntil(1_001)).toBe(31_000)
    expect(circuit.blockedUntil(31_000)).toBeNull()
    circuit.succeeded()
    expect(circuit.state).toBe('closed')
  })

  test("a provider's own word stands, whatever requests that were on their way come back with", () => {
    const circuit = createCircuit()
    circuit.failed(1_000, 31_000)
    circuit.succeeded()
    expect([circuit.state, circuit.blockedUntil(1_001)]).toEqual(['open', 31_000])
    circuit.failed(1_100, 2_100)
    expect(circuit.blockedUntil(2_100)).toBe(31_000)
    circuit.failed(1_200, 41_000)
    expect(circuit.blockedUntil(31_000)).toBe(41_000)
  })

  test('a provider that refuses and names no pause gets one that grows', () => {
    const circuit = createCircuit()
    circuit.failed(1_000, 1_000)
    expect(circuit.blockedUntil(1_000)).toBe(3_000)
    expect(circuit.blockedUntil(3_000)).toBeNull()
    circuit.failed(3_000, 3_000)
    expect(circuit.blockedUntil(3_000)).toBe(7_000)
  })

  test('whose clock was set back does not wait for the old time to come again', () => {
    const circuit = createCircuit()
    circuit.failed(3_600_000, 3_630_000)
    expect(circuit.blockedUntil(3_600_000)).toBe(3_630_000)
    expect(circuit.blockedUntil(0)).toBeNull()
    // The trial itself is waited for by the new time.
    expect([circuit.blockedUntil(1), circuit.blockedUntil(5_000)]).toEqual([5_000, null])
  })

  test('a trial that was not sent is given to the next, and to one alone', () => {
    const circuit = createCircuit()
    circuit.unsent(0)
    expect([circuit.state, circuit.blockedUntil(0)]).toEqual(['closed', null])
    failTimes(circuit, THRESHOLD, 0)
    circuit.unsent(1_000)
    expect(circuit.blockedUntil(1_000)).toBe(2_000)
    expect(circuit.blockedUntil(2_000)).toBeNull()
    circuit.unsent(2_500)
    expect([circuit.state, circuit.blockedUntil(2_500)]).toEqual(['open', null])
    expect(circuit.blockedUntil(2_500)).toBeGreaterThan(2_500)
  })
})
