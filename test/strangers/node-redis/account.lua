-- The head of every script of the wallet. Redis runs a script as one: nobody sees half of it.
--
-- KEYS[1] the set of the player's currencies   ARGV[1] the currency of the call
-- KEYS[2] the balance in this currency         ARGV[2] 'opens' when an unknown player gets an account with 0
-- KEYS[3] the transaction (a hash)
--
-- Balances are 64-bit integers of the smallest unit. Only Redis itself adds to them: Lua's numbers are doubles,
-- which serve for the sign of a sum and for nothing finer.

local balance, transaction = KEYS[2], KEYS[3]

local function ok()
  return { 'balance', redis.call('GET', balance) }
end

local function refuse(code)
  return { 'refused', code }
end

-- The code of the refusal when the call has no account, else nothing.
local function missing()
  if redis.call('EXISTS', KEYS[1]) == 0 then
    if ARGV[2] ~= 'opens' then
      return 'player_not_found'
    end
    redis.call('SADD', KEYS[1], ARGV[1])
    redis.call('SET', balance, '0')
  end
  if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then
    return 'invalid_currency'
  end
end

-- The new balance as a double, or nothing when it would not fit into 64 bits.
local function change(command, key, units)
  local sum = redis.pcall(command, key, units)
  if type(sum) == 'number' then
    return sum
  end
end
