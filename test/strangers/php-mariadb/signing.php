<?php
// Signatures of section 5: HMAC SHA-256 over the JSON with sorted keys.
declare(strict_types=1);

/** A JSON number in the text in which it came: json_decode would read 10.50 as 10.5 and sign another text. */
final class NumberText
{
    public function __construct(public readonly string $text)
    {
    }
}

/** The data of a callback whose signature is right. */
function readSigned(string $body, string $signature, string $token): stdClass
{
    if ($signature === '') {
        throw new Refusal('invalid_signature', 'the header X-Signature is missing');
    }
    try {
        $data = parseJson($body);
    } catch (JsonException) {
        throw new Refusal('validation_error', 'the body is not JSON');
    }
    if (!hash_equals(sign($data, $token), $signature)) {
        throw new Refusal('invalid_signature', 'the signature does not fit the body');
    }
    if (!$data instanceof stdClass) {
        throw new Refusal('validation_error', 'the body is not a JSON object');
    }
    return $data;
}

function sign(mixed $data, string $token): string
{
    return hash_hmac('sha256', canonicalJson($data), $token);
}

/** Sorted keys on every level, no spaces, text other than ASCII and slashes as they are. */
function canonicalJson(mixed $value): string
{
    return match (true) {
        $value instanceof NumberText => $value->text,
        $value instanceof stdClass => canonicalObject((array) $value),
        is_array($value) => '[' . implode(',', array_map(canonicalJson(...), $value)) . ']',
        default => json_encode(
            $value,
            JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS | JSON_UNESCAPED_SLASHES,
        ),
    };
}

/** json_decode, but numbers become NumberText. */
function parseJson(string $body): mixed
{
    // valid JSON has digits in texts and in numbers only, which the expression below relies on
    json_decode($body, flags: JSON_THROW_ON_ERROR);
    $mark = bin2hex(random_bytes(16)) . ':';
    $marked = preg_replace_callback(
        '/"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"|-?[0-9][0-9.eE+-]*+/s',
        fn (array $found) => $found[0][0] === '"' ? $found[0] : '"' . $mark . $found[0] . '"',
        $body,
    );
    return numbersUnmarked(json_decode($marked, flags: JSON_THROW_ON_ERROR), $mark);
}

/** @param array<array-key, mixed> $pairs */
function canonicalObject(array $pairs): string
{
    ksort($pairs, SORT_STRING);
    $texts = [];
    foreach ($pairs as $key => $value) {
        // PHP turns the key "10" into the integer 10
        $texts[] = canonicalJson((string) $key) . ':' . canonicalJson($value);
    }
    return '{' . implode(',', $texts) . '}';
}

function numbersUnmarked(mixed $value, string $mark): mixed
{
    if (is_string($value)) {
        return str_starts_with($value, $mark) ? new NumberText(substr($value, strlen($mark))) : $value;
    }
    if (is_array($value)) {
        return array_map(fn (mixed $item) => numbersUnmarked($item, $mark), $value);
    }
    if ($value instanceof stdClass) {
        foreach ((array) $value as $key => $item) {
            $value->{$key} = numbersUnmarked($item, $mark);
        }
    }
    return $value;
}
