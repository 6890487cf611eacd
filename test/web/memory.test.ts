import { describe, expect, test } from 'bun:test'
import { memoryOver } from '../../src/web/parts/memory.ts'

/** What a tab remembers, where storing works, is forbidden, or fails half way. */

const storage = () => {
  const kept = new Map<string, string>()
  return {
    kept,
    isFull: false,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, text: string) {
      if (this.isFull) throw new Error('QuotaExceededError')
      kept.set(name, text)
    },
    removeItem: (name: string) => void kept.delete(name),
  }
}

const forbidden = () => {
  throw new Error('SecurityError')
}

describe('a memory', () => {
  test('that may store outlives the page', () => {
    const place = storage()
    const memory = memoryOver(() => place)
    expect(memory.set('a', '1')).toBe(true)
    expect([memory.get('a'), place.kept.get('a')]).toEqual(['1', '1'])
    memory.remove('a')
    expect([memory.get('a'), place.kept.size]).toEqual([null, 0])
  })

  test('that may not keeps it until the page ends, and says so', () => {
    const memory = memoryOver(forbidden)
    expect(memory.get('a')).toBeNull()
    expect(memory.set('a', '1')).toBe(false)
    expect(memory.get('a')).toBe('1')
    memory.remove('a')
    expect(memory.get('a')).toBeNull()
  })

  test('that is full has the new text, and no old one comes back', () => {
    const place = storage()
    const memory = memoryOver(() => place)
    memory.set('a', 'old')
    place.isFull = true
    expect(memory.set('a', 'new')).toBe(false)
    expect([memory.get('a'), place.kept.has('a')]).toEqual(['new', false])
    place.isFull = false
    expect(memory.set('a', 'newer')).toBe(true)
    expect([memory.get('a'), place.kept.get('a')]).toEqual(['newer', 'newer'])
  })
})
