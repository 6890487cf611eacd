import type { GpuOffer, GpuTeller } from '../../sources/compute/gpu-offer.ts'
import { GPU_TELLERS } from '../../sources/compute/tellers.ts'
import { boardQuestion, type Board } from '../board.ts'
import { enteredOffers, type KeptOffer } from '../compute/kept-offers.ts'

/** The offers of one teller, by the part of it that one question asks for. */
export interface GpuState {
  readonly parts: Readonly<Record<string, readonly KeptOffer[]>>
}

const gpuBoard = ({ name, source, everySeconds, questions }: GpuTeller): Board<GpuState> => ({
  id: `gpu/${name}`,
  source,
  everySeconds,
  empty: { parts: {} },
  asks: () =>
    questions.map(({ part, query }) =>
      boardQuestion(query, (told: readonly GpuOffer[], receivedAt, { parts }: GpuState) => ({
        parts: { ...parts, [part]: enteredOffers(told, parts[part] ?? null, receivedAt) },
      })),
    ),
})

/** One board per teller, by its name. */
export const GPU_BOARDS: ReadonlyMap<string, Board<GpuState>> = new Map(
  GPU_TELLERS.map((teller) => [teller.name, gpuBoard(teller)]),
)
