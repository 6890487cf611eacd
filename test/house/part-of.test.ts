import { expect, test } from 'bun:test'
import { partOf } from '../support/part-of.ts'

/** A stand-in tells of a member that it lacks, where a cast object would hand out `undefined`. */

interface Whole {
  readonly name: string
  read(at: number): Promise<number>
}

test('a stand-in has what it was given, and throws for all else by its name', async () => {
  const part = partOf<Whole>({ read: async (at) => at + 1 })
  expect(await part.read(1)).toBe(2)
  expect(() => part.name).toThrow('this stand-in has no name')
})

test('it can be awaited, written as JSON, compared and copied', async () => {
  const part = partOf<Whole>({ name: 'a' })
  expect(await Promise.resolve(part)).toBe(part)
  expect(JSON.stringify(part)).toBe('{"name":"a"}')
  expect(part).toEqual(partOf<Whole>({ name: 'a' }))
  expect(part).not.toEqual(partOf<Whole>({ name: 'b' }))
  expect(Object.keys({ ...part })).toEqual(['name'])
})
