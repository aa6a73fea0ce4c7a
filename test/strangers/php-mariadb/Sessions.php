<?php
// The sessions that this agent opened by get_game_link (section 4), with the choice `sessions`.
declare(strict_types=1);

final class Sessions
{
    private const LAUNCH_TIMEOUT_S = 10;

    public function __construct(private readonly Database $database)
    {
    }

    /** Opens a session for the player and the game of $data; the url of get_game_link's answer. */
    public function launch(stdClass $data, string $agentId, string $token): string
    {
        $agentSessionId = bin2hex(random_bytes(16));
        $url = $this->gameLink($this->linkRequest($data, $agentSessionId, $agentId), $this->platformUrl($data), $token);
        parse_str((string) parse_url($url, PHP_URL_QUERY), $query);
        $values = [$agentSessionId, readPlayerId($data), readText($data, 'currency')];
        if (is_string($query['session_id'] ?? null)) {
            $sql = 'INSERT INTO sessions (agent_session_id, player_id, currency, session_id) VALUES (?, ?, ?, ?)';
            $values[] = $query['session_id'];
        } else {
            $sql = 'INSERT INTO sessions (agent_session_id, player_id, currency) VALUES (?, ?, ?)';
        }
        $this->database->insert($sql, ...$values);
        return $url;
    }

    /** Refuses a call of a session that is not the player's. */
    public function check(Call $call): void
    {
        $known = $this->database->row(
            'SELECT 1 FROM sessions WHERE player_id = ? AND session_id = ? LIMIT 1',
            $call->playerId,
            $call->sessionId,
        );
        if ($known === null && !$this->nameUnnamed($call)) {
            throw new Refusal('unknown_session', 'this session was not opened here');
        }
    }

    /** A link without the session's id: the first callback of the player names it, if it comes soon. */
    private function nameUnnamed(Call $call): bool
    {
        return $this->database->change(
            'UPDATE sessions SET session_id = ?
             WHERE player_id = ? AND currency = ? AND session_id IS NULL AND opened_at > NOW() - INTERVAL 10 MINUTE
             ORDER BY opened_at LIMIT 1',
            $call->sessionId,
            $call->playerId,
            $call->currency,
        ) === 1;
    }

    private function linkRequest(stdClass $data, string $agentSessionId, string $agentId): stdClass
    {
        $request = (object) [
            'agent_id' => new NumberText($agentId),
            'timestamp' => time(),
            'game_id' => $data->game_id ?? null,
            'home_url' => 'http://127.0.0.1:' . getenv('PORT') . '/',
            'agent_session_id' => $agentSessionId,
            'ip' => $_SERVER['REMOTE_ADDR'],
        ];
        foreach (['player_id', 'player_username', 'language', 'currency'] as $field) {
            // section 5: the platform trims every text before it checks the signature
            $request->{$field} = trim(readText($data, $field));
        }
        return $request;
    }

    private function platformUrl(stdClass $data): string
    {
        $url = $data->platform_url ?? getenv('PLATFORM_URL');
        if (!is_string($url) || $url === '') {
            throw new Refusal('validation_error', 'platform_url is missing, and PLATFORM_URL is not set');
        }
        return rtrim($url, '/');
    }

    private function gameLink(stdClass $request, string $platformUrl, string $token): string
    {
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => ['Content-Type: application/json', 'X-Signature: ' . sign($request, $token)],
            'content' => canonicalJson($request),
            'timeout' => self::LAUNCH_TIMEOUT_S,
            'ignore_errors' => true,
        ]]);
        $answer = @file_get_contents("$platformUrl/api/games/get_game_link", false, $context);
        // section 4: anything but 200 is an error, even if the body has data
        $succeeded = preg_match('{^HTTP/\S+ 200\b}', $http_response_header[0] ?? '') === 1;
        $url = $succeeded ? json_decode((string) $answer)->content->url ?? null : null;
        if (!is_string($url)) {
            throw new Refusal('platform_error', 'get_game_link: ' . substr((string) $answer, 0, 300));
        }
        return $url;
    }
}
