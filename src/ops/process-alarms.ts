import type { Alarm } from './alarm.ts'

/** What is wrong with processes, with the answers they give, or with the Redis and the disks they write to. */
export const PROCESS_ALARMS: readonly Alarm[] = [
  {
    name: 'a role without processes',
    // Whether a settler is wanted depends on `X402_SETTLEMENT`; the alarm "the settler" knows. Signer and courier are wanted
    // once a signer was there.
    expression:
      'claros_role_processes{role!="settler",role!="signer",role!="courier"} == 0 or claros_role_processes{role!="settler"} == 0 and on () claros_signer_seen_timestamp_seconds',
    for: '2m',
    severity: 'page',
    of: 'role',
    means:
      'no process plays it. `courier`: no webhook is sent and no address is asked; `signer`: no event is announced or attested; `bookkeeper`: see [the books](#the-books)',
  },
  {
    name: 'an old beat',
    // A settler that only watches asks a node that may be slow. `claros_settler_open` is there with settlement of our own.
    expression:
      'claros_role_beat_age_seconds{role!="settler"} > 120 or claros_role_beat_age_seconds > 120 and on () claros_settler_open',
    for: '1m',
    severity: 'page',
    of: 'role',
    means:
      'the role is played, and nowhere has it gone round well for two minutes: its loops hang, always fail, or do not reach Redis. `claros_process_beat_age_seconds` names process and loop, `topk(5, increase(claros_problems_total[10m]))` what fails there, the log why. Start its processes again, but never a signer whose log says `oracle.halted`: run `npx claros dlc check` first',
  },
  {
    name: 'a webhook waits',
    expression: 'claros_webhook_oldest_seconds > 3600',
    for: '5m',
    severity: 'ticket',
    means:
      'the oldest webhook has not been delivered for an hour: its receiver refuses it (`retry` of `claros_webhook_attempts_total` grows, `webhook.failed` in the log names it; it is tried for three days), or no courier is at work (no outcome grows). The dashboard of the oracle has the outcomes of attempts',
  },
  {
    name: 'a process stalls',
    expression: 'max by (process) (claros_event_loop_lag_seconds) > 0.5',
    for: '5m',
    severity: 'ticket',
    of: 'process',
    means:
      'it is short of processor, or works on one thing for too long: everything in it waits as long. Give it a core, or raise `WORKERS` or `SERVERS`',
  },
  {
    name: 'Redis is nearly full',
    // A limit of 0 is none.
    expression: 'claros_redis_memory_bytes / (claros_redis_memory_limit_bytes > 0) > 0.8',
    for: '5m',
    severity: 'page',
    means:
      'at its limit it refuses writes, and nothing is sold: raise `maxmemory`. Without a `maxmemory` this never fires: watch the memory of its machine. If postings take the room, see [the books](#the-books)',
  },
  {
    name: 'Redis drops keys',
    expression: 'increase(claros_redis_evicted_keys_total[10m]) > 0',
    for: '0m',
    severity: 'page',
    means:
      'its `maxmemory-policy` is not `noeviction`: payments and promises can be forgotten. Set the policy at once, then raise `maxmemory`',
  },
  {
    name: 'Redis cannot write its disk',
    expression: 'claros_redis_disk_ok == 0',
    for: '1m',
    severity: 'page',
    means:
      'its last write of the AOF, the last rewriting of it, or its last RDB file failed. `redis-cli info persistence` says which: with `aof_last_write_status:err` what is sold now does not survive a restart; the others are mostly a full disk, or too little memory for a fork',
  },
  {
    name: 'Redis does not shorten its file',
    // It is written anew when it has doubled since, and is then smaller than what it holds.
    expression: 'claros_redis_disk_bytes > 2e9 and claros_redis_disk_bytes > 8 * claros_redis_memory_bytes',
    for: '30m',
    severity: 'ticket',
    means:
      'its append-only file grows for ever: `auto-aof-rewrite-percentage` is 0, as a backup that was broken off may leave it ([restore.md](restore.md#taking-a-copy)), or writing it anew fails. `redis-cli config get auto-aof-rewrite-percentage` and `info persistence` say which',
  },
  {
    name: 'the disk of Redis is slow',
    // One delay alone is over within the window.
    expression: 'increase(claros_redis_delayed_fsyncs_total[5m]) > 0',
    for: '10m',
    severity: 'ticket',
    means:
      'again and again it took over two seconds to bring what Redis wrote to its disk: all writes wait meanwhile, and a power cut loses more than the last second of sales, which is what `appendfsync everysec` promises. Look for what else uses the disk, a backup for instance, or move Redis to a faster one. Under `always` each write waits for the disk and none is counted here: then paid answers are slow',
  },
  {
    name: 'little room on a disk',
    expression: 'min by (process, folder) (claros_disk_free_bytes) < 5e9',
    for: '5m',
    severity: 'ticket',
    of: 'folder',
    means: 'less than 5 GB are free where this folder is. `ledger`: see [the books](#the-books) for what a line takes',
  },
  {
    name: 'no room on a disk',
    expression: 'min by (process, folder) (claros_disk_free_bytes) < 1e9',
    for: '1m',
    severity: 'page',
    of: 'folder',
    means: 'less than 1 GB is free. On a full disk nothing is written into the books, and no event is signed',
  },
  {
    name: 'an answer was a bug',
    expression: 'sum by (route) (increase(claros_http_requests_total{status=~"5..",status!="503"}[10m])) > 0',
    for: '0m',
    severity: 'page',
    of: 'route',
    means: 'this route answered with a 500, or another 5xx that is no 503: `request.crashed` in the log has the stack',
  },
  {
    name: 'many answers are 503',
    expression:
      'sum(rate(claros_http_requests_total{route!="/health",status!="503"}[10m])) / sum(rate(claros_http_requests_total{route!="/health"}[10m])) < 0.8 and sum(increase(claros_http_requests_total{route!="/health"}[10m])) > 20',
    for: '15m',
    severity: 'ticket',
    means:
      'more than a fifth of all answers but those of `/health`, which balancers ask. A 503 is right while a feed has no answer or a rail is closed, and `/health` says which; so many come of buyers who wait for it, or of a program that asks too fast',
  },
  {
    name: 'paid answers are slow',
    expression: 'histogram_quantile(0.99, sum by (le) (rate(claros_http_seconds_bucket{access="paid"}[10m]))) > 1',
    for: '10m',
    severity: 'ticket',
    means:
      'one in a hundred answers of paid paths takes over a second: Redis, a facilitator or the chain is slow, or the servers are short of processor. Settling over x402 waits for a block: where one request in a hundred is paid so, this is normal, and the bound in your copy is yours to raise',
  },
]
