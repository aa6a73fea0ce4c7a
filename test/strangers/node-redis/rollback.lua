-- ARGV[3] 'refuses-spent' when a win that was spent already is not taken back
-- ARGV[4] 'marks' when a transaction that is cancelled before it comes must not be applied later
-- ARGV[5] 'not-found' when an unknown transaction is answered with its own code
local code = missing()
if code then
  return refuse(code)
end

local found = redis.call('HMGET', transaction, 'state', 'balance', 'net')
local state, own, net = found[1], found[2], found[3]

if not state and ARGV[4] == 'marks' then
  redis.call('HSET', transaction, 'state', 'cancelled')
end
if ARGV[5] == 'not-found' and (not state or state == 'cancelled') then
  return refuse('transaction_not_found')
end
if state ~= 'processed' then
  return ok()
end

-- The money goes back to where the transaction took it, whatever account the call names. That key is not
-- among KEYS, which a single server allows.
local after = change('DECRBY', own, net)
if not after then
  return refuse('amount_too_large')
end
local takesMoney = net ~= '0' and string.sub(net, 1, 1) ~= '-'
if ARGV[3] == 'refuses-spent' and takesMoney and after < 0 then
  redis.call('INCRBY', own, net)
  return refuse('insufficient_balance')
end
redis.call('HSET', transaction, 'state', 'rolled back')
return ok()
