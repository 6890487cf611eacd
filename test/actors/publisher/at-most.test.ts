import { expect, test } from 'bun:test'
import { atMost } from '../../../src/actors/publisher/at-most.ts'

test('so many run at a time, in their order, and a failure keeps nobody waiting', async () => {
  const line = atMost(2)
  const begun: number[] = []
  const ends: ((fails: boolean) => void)[] = []
  const all = Array.from({ length: 5 }, (_, at) =>
    line(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(at)
          ends[at] = (fails) => (fails ? reject(new Error(`${at}`)) : resolve(at))
        }),
    ).catch((problem: Error) => `failed ${problem.message}`),
  )
  const settle = () => Bun.sleep(1)
  await settle()
  expect(begun).toEqual([0, 1])
  ends[1]!(true)
  await settle()
  expect(begun).toEqual([0, 1, 2])
  ends[0]!(false)
  ends[2]!(false)
  await settle()
  expect(begun).toEqual([0, 1, 2, 3, 4])
  ends[3]!(false)
  ends[4]!(false)
  expect(await Promise.all(all)).toEqual([0, 'failed 1', 2, 3, 4])
  expect(await line(async () => 'later')).toBe('later')
})
