import { Type } from '@sinclair/typebox'
import { secret } from './setting-kinds.ts'

/** Which Redis is used, and what is taken for granted about it. */

const ONE = 'rediss?://[^\\s/?#]+(?:/\\d{0,4})?(?:\\?\\S*)?'
const SEVERAL = 'rediss?\\+(?:sentinel|cluster)://\\S+'

export const redisSettings = {
  REDIS_URL: Type.Optional(
    secret(
      'Redis (or Valkey) to use, `redis://host:6379`, `unix:///path`, Sentinels that know the primary `name`, `redis+sentinel://a:26379,b:26379/name`, or a cluster, `redis+cluster://a:6379,b:6379`. Without it `npm start` and `npm run demo` run their own',
      {
        pattern: `^(?:${ONE}|${SEVERAL}|unix:///\\S.*)$`,
        form: 'redis://[user:password@]host:6379[/0], unix:///path/to/socket, redis+sentinel://[user:password@]a:26379,b:26379/name[/0] or redis+cluster://[user:password@]a:6379,b:6379',
      },
    ),
  ),
  REDIS_REPLICAS: Type.Optional(
    Type.Integer({
      description:
        'How many replicas must have a sale before it is answered, and a decision before it is signed: 1 where a failover may happen, as in managed Redis. Behind Sentinel and in a cluster it is 1, otherwise 0',
      minimum: 0,
      maximum: 1,
    }),
  ),
  REDIS_DURABILITY: Type.Optional(
    Type.Literal('confirmed', { description: '`confirmed` accepts a managed Redis whose settings cannot be read' }),
  ),
}
