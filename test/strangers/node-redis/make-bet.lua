-- ARGV[3] bet   ARGV[4] win   ARGV[5] win minus bet   ARGV[6] the highest bet of the house, or ''
-- ARGV[7] 'covered' when also a bet of 0 must be covered by the balance
local bet, win, net, highest = ARGV[3], ARGV[4], ARGV[5], ARGV[6]

local code = missing()
if code then
  return refuse(code)
end
-- Processed, rolled back, or cancelled before it came: nothing moves.
if redis.call('EXISTS', transaction) == 1 then
  return ok()
end
if highest ~= '' and tonumber(bet) > tonumber(highest) then
  return refuse('bet_limit_exceeded')
end

-- Section 6: the balance covers the bet before the win is credited.
local left = change('DECRBY', balance, bet)
if not left then
  return refuse('amount_too_large')
end
if left < 0 and (bet ~= '0' or ARGV[7] == 'covered') then
  redis.call('INCRBY', balance, bet)
  return refuse('insufficient_balance')
end
if not change('INCRBY', balance, win) then
  redis.call('INCRBY', balance, bet)
  return refuse('amount_too_large')
end
redis.call('HSET', transaction, 'state', 'processed', 'balance', balance, 'bet', bet, 'win', win, 'net', net)
return ok()
