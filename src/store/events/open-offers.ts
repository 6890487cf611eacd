import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { script, wordOf } from '../redis/script.ts'

/**
 * How many events are announced for payments that have not come. Each costs work of the one signer and a line in its
 * journal, and its payer may turn out to have no money. So each payer and each network may have only a few at once.
 * There is one hash, by payment, for any number of servers. A place is taken before the signer is asked; after the
 * offer it lasts until the event is public or withdrawn.
 */
export interface OpenOffers {
  /** Takes a place, unless this payment already has one. */
  take(wish: OfferBuyer, now: number): Promise<OfferPlace>
  /** Frees the place: the event was not offered. */
  giveBack(payment: string): Promise<void>
}

/** The buyer who wants an event. */
export interface OfferBuyer {
  /** The name of the payment in claims. */
  readonly payment: string
  readonly payer: string
  /** The result of `clientNetwork`; with `null` only the limits for the payer and for all apply. */
  readonly network: string | null
}

export type OfferPlace =
  | { readonly kind: 'taken' }
  /** Whose places are all taken. */
  | { readonly kind: 'full'; readonly of: 'payer' | 'network' | 'all' }

/** Open offers at once. All together are few enough to be counted one by one, in well under a millisecond. */
export const MOST_OPEN = { payer: 3, network: 10, all: 300 } as const

/** By then, a server that took a place has made its offer, or never will. */
const UNUSED_MS = 15_000

/** Lua: extends the place of a payment, if it has one, until the given time. */
export const KEEP_PLACE = `
  local function keepPlace(open, payment, ends)
    local place = redis.call('HGET', open, payment)
    if place then redis.call('HSET', open, payment, (string.gsub(place, '^%d+', ends))) end
  end`

/** KEYS open offers. ARGV payment, payer, network or -, now, until, most of the payer, of the network, of all. */
const TAKE = script(
  `${KEEP_PLACE}
   local own = redis.call('HGET', KEYS[1], ARGV[1])
   local ends = own and string.match(own, '^%d+')
   if ends and tonumber(ends) > tonumber(ARGV[4]) then
     if tonumber(ends) < tonumber(ARGV[5]) then keepPlace(KEYS[1], ARGV[1], ARGV[5]) end
     return 'taken'
   end
   local places = redis.call('HGETALL', KEYS[1])
   local payer, network, all = 0, 0, 0
   for at = 2, #places, 2 do
     local ends, itsPayer, itsNetwork = string.match(places[at], '^(%d+) (%S+) (%S+)$')
     -- A value in another form was not written by this service, and must not count as a place.
     if not ends or tonumber(ends) <= tonumber(ARGV[4]) then
       redis.call('HDEL', KEYS[1], places[at - 1])
     else
       all = all + 1
       if itsPayer == ARGV[2] then payer = payer + 1 end
       if ARGV[3] ~= '-' and itsNetwork == ARGV[3] then network = network + 1 end
     end
   end
   if payer >= tonumber(ARGV[6]) then return 'payer' end
   if network >= tonumber(ARGV[7]) then return 'network' end
   if all >= tonumber(ARGV[8]) then return 'all' end
   redis.call('HSET', KEYS[1], ARGV[1], ARGV[5] .. ' ' .. ARGV[2] .. ' ' .. ARGV[3])
   return 'taken'`,
  (raw) => wordOf(raw, ['taken', 'payer', 'network', 'all']),
)

export const openOffers = (redis: RedisClient): OpenOffers => ({
  take: async ({ payment, payer, network }, now) => {
    const { payer: ofPayer, network: ofNetwork, all } = MOST_OPEN
    const said = await TAKE.run(
      redis,
      [names.dlc.openOffers()],
      [payment, payer.toLowerCase(), network ?? '-', now, now + UNUSED_MS, ofPayer, ofNetwork, all],
    )
    return said === 'taken' ? { kind: 'taken' } : { kind: 'full', of: said }
  },
  giveBack: async (payment) => {
    await redis.hdel(names.dlc.openOffers(), payment)
  },
})
