import type { Clock } from '../../ports.ts'
import { FACTORS, factorIndex } from './factors.ts'
import { createPath, type Path } from './path.ts'
import type { AddedRelease } from './announced.ts'
import { createCoupling } from './coupling.ts'
import { createRepriced } from './model-prices.ts'
import { createStatistics } from './statistics/releases.ts'
import { createStanding, STANDING_LEVELS } from './standing.ts'
import { createScene, type Scene } from './view.ts'

/**
 * The one market that all providers report. It is correlated, seeded and can be changed; see `docs/simulated-world.md`.
 */
export interface Market {
  readonly seed: number
  readonly startedAt: number
  /** The market without lies and delays. */
  readonly scene: Scene
  /** Moves the market to the clock's time and returns it. */
  advance(): number
  /** The present level of every factor, by key. */
  levels(): Readonly<Record<string, number>>
  /** Sets a factor to a level; its path continues from there. An anchored factor keeps the level as its new anchor. */
  set(key: string, value: number): void
  /** Multiplies a factor. An anchored factor returns to its anchor, so a shocked peg recovers. */
  shock(key: string, by: number): void
  /** Lets a factor fall by this share within ten seconds, in steps. That is too fast for traders to add margin. */
  cascade(key: string, drop: number): void
  /** Lets an authority announce one event more than it usually has, from now on. */
  announce(event: Omit<AddedRelease, 'knownAt'>): void
  /** The events that were announced so. */
  announced(): readonly AddedRelease[]
  /** Publishes the next period of a statistic with this value. */
  release(key: string, value: number): void
  /** Gives the newest period of a statistic another value. */
  revise(key: string, value: number): void
  /** Multiplies what a host asks for a model's tokens, in every list. */
  reprice(key: string, by: number): void
  /** The correlation of the S&P 500 with bitcoin on the days before the simulation began. */
  rho(): number
  /** Tells the S&P 500 of those days again, so that it is this one. */
  couple(rho: number): void
  volatility(): number
  /** 1 is the usual market, 0 a market that does not move. */
  setVolatility(value: number): void
  /**
   * The market as a provider with a lie or a delay reports it: as it was `agoMs` ago, with every price multiplied by
   * `lie`.
   */
  told(lie: number, agoMs: number): Scene
  /** The same, frozen at this moment. */
  standing(lie: number, agoMs: number): Scene
}

/** The parameters of a market. */
export interface MarketOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly seed: number
  /** The time at which the market is at its starting levels; the clock's time when absent. */
  readonly now?: number
  readonly volatility?: number
}

/** Everything that can be set. */
export const LEVELS: readonly string[] = [...FACTORS.map(({ key }) => key), ...STANDING_LEVELS.keys()]

/** The market keeps its path for this long. For a scene further back it generates another, older path. */
const LOOKS_BACK_MS = 1_200_000

const CASCADE_STEPS = 10
const CASCADE_STEP_MS = 1000

/** The remaining steps of a fall. */
interface Cascade {
  readonly key: string
  readonly by: number
  readonly next: number
  readonly left: number
}

/** A market that has already run for half an hour and is exactly at its starting levels when it is created. */
export const createMarket = ({ clock, seed, now: start, volatility = 1 }: MarketOptions): Market => {
  const startedAt = Math.floor(start ?? clock.now())
  const path: Path = createPath({ seed, now: startedAt, volatility })
  let now = startedAt

  const statistics = createStatistics(seed)
  const steered = { ...createRepriced(), ...createStanding(), ...createCoupling() }

  let cascades: readonly Cascade[] = []
  let announced: readonly AddedRelease[] = []

  /** Steps happen at their own times, even when the clock is read seldom. */
  const fall = (until: number): void => {
    for (;;) {
      const [due] = cascades.filter(({ next }) => next <= until).toSorted((a, b) => a.next - b.next)
      if (!due) return
      path.advance(due.next)
      change(due.key, (level) => level * due.by, false, due.next)
      const rest = { ...due, next: due.next + CASCADE_STEP_MS, left: due.left - 1 }
      cascades = cascades.flatMap((each) => (each !== due ? [each] : rest.left > 0 ? [rest] : []))
    }
  }

  const advance = (): number => {
    // Never backwards: what was reported does not change.
    now = Math.max(now, Math.floor(clock.now()))
    fall(now)
    path.advance(now)
    return now
  }

  const change = (key: string, to: (level: number) => number, anchored: boolean, at: number): void => {
    if (STANDING_LEVELS.has(key)) return steered.stand(key, to(steered.standing(key, at)), at)
    const place = factorIndex(key)
    if (place === null) throw new Error(`the world has no ${key}; its levels are ${LEVELS.join(', ')}`)
    const { levels } = path.at(at)
    const value = to(levels[place] ?? 0)
    const changed = levels.with(place, value)
    path.steer(at, anchored ? { levels: changed, anchors: path.anchors().with(place, value) } : { levels: changed })
  }

  /**
   * A market for times before the kept path. It was at the same starting levels so much earlier, moved differently from
   * there, and was never changed from outside.
   */
  const earlier = (agoMs: number): Path => createPath({ seed, now: startedAt - agoMs, volatility })

  return {
    seed,
    startedAt,
    scene: createScene(seed, path, 1, statistics, steered),
    advance,
    levels() {
      const at = advance()
      const { levels } = path.at(at)
      return Object.fromEntries([
        ...FACTORS.map(({ key }, place) => [key, levels[place] ?? 0]),
        ...[...STANDING_LEVELS.keys()].map((key) => [key, steered.standing(key, at)]),
      ])
    },
    set: (key, value) => change(key, () => value, true, advance()),
    shock: (key, by) => change(key, (level) => level * by, false, advance()),
    cascade(key, drop) {
      cascades = [...cascades, { key, by: (1 - drop) ** (1 / CASCADE_STEPS), next: advance(), left: CASCADE_STEPS }]
      advance()
    },
    announce: (event) => void (announced = [...announced, { ...event, knownAt: advance() }]),
    announced: () => announced,
    release: (key, value) => statistics.release(key, value, advance()),
    reprice: (key, by) => steered.reprice(key, by, advance()),
    revise: (key, value) => statistics.revise(key, value, advance()),
    rho: () => steered.rho(advance()),
    couple: (rho) => steered.couple(rho, advance()),
    volatility: () => path.at(advance()).volatility,
    setVolatility: (value) => path.steer(advance(), { volatility: value }),
    told(lie, agoMs) {
      if (agoMs <= LOOKS_BACK_MS) return createScene(seed, path, lie, statistics, steered)
      const then = earlier(agoMs)
      const scene = createScene(seed, then, lie, statistics, steered)
      return {
        at(moment) {
          then.advance(moment)
          return scene.at(moment)
        },
      }
    },
    standing(lie, agoMs) {
      const moment = advance() - agoMs
      if (agoMs <= LOOKS_BACK_MS) return createScene(seed, path.copy(), lie, statistics, steered)
      const then = earlier(agoMs)
      then.advance(moment)
      return createScene(seed, then.copy(), lie, statistics, steered)
    },
  }
}
