import { afterAll, describe, expect, test } from 'bun:test'
import { startReceiver } from '../../../src/demo/receiver.ts'
import { TourFailed } from '../../../src/demo/stop.ts'
import { walkTour } from '../../../src/demo/tour.ts'
import type { TestStack } from '../stack.ts'

export const failingTour = (running: () => TestStack): void =>
  describe('the tour', () => {
    const receiver = startReceiver()
    afterAll(() => receiver.stop())

    const tour = async (baseUrl = running().baseUrl): Promise<string> => {
      const { sandboxUrl, folder: dataFolder } = running()
      try {
        const quiet = { say: () => {}, countDown: () => {} }
        const buyerKey = `0x${'7d'.repeat(32)}` as const
        await walkTour({ baseUrl, sandboxUrl, buyerKey, dataFolder, ...quiet }, receiver, true)
        return 'went well'
      } catch (problem) {
        if (problem instanceof TourFailed) return problem.message
        throw problem
      }
    }

    test('names the stop that failed: no money at the buyer, another service at the address', async () => {
      expect(await tour()).toMatch(/^the official @x402\/fetch, protocol version 2: status 402/)
      expect(await tour(running().sandboxUrl)).toMatch(/^health answered 404/)
    }, 120_000)
  })
