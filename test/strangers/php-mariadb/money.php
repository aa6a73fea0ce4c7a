<?php
// Amounts: decimal texts for bcmath, from the text of the number to the text of the answer; no float between.
declare(strict_types=1);

const WHOLE_DIGITS = 15;
// the column's scale: DECIMAL(50,20)
const SCALE = 20;
// the platform sends floats: 0.30000000000000004 is 0.30, but 0.305 is not
const FLOAT_NOISE = '0.000000001';

function readAmount(stdClass $data, string $field): string
{
    $value = $data->{$field} ?? null;
    if (!$value instanceof NumberText) {
        throw new Refusal('validation_error', "$field is not a number");
    }
    [$digits, $exponent] = digitsAndExponent($value->text);
    if ($digits === '0') {
        return '0';
    }
    if ($digits[0] === '-') {
        throw new Refusal('validation_error', "$field is negative");
    }
    if (strlen($digits) + $exponent > WHOLE_DIGITS) {
        throw new Refusal('validation_error', "$field has more than " . WHOLE_DIGITS . ' digits before the point');
    }
    return takes('sub-cent') ? exactAmount($digits, $exponent, $field) : amountInCents($digits, $exponent, $field);
}

/** At least two decimals, more only where they are not zero: 994.70, 0.005. */
function moneyText(string $balance): string
{
    [$whole, $fraction] = explode('.', bcadd($balance, '0', SCALE));
    return $whole . '.' . str_pad(rtrim($fraction, '0'), 2, '0');
}

/**
 * "-1.50e3" is ["-15", 2]: digits without zeros at their ends, and the power of ten that they count.
 * @return array{string, int}
 */
function digitsAndExponent(string $number): array
{
    preg_match('/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/', $number, $found, PREG_UNMATCHED_AS_NULL);
    [, $sign, $whole, $fraction, $exponent] = $found;
    $all = ltrim($whole . $fraction, '0');
    $digits = rtrim($all, '0');
    if ($digits === '') {
        return ['0', 0];
    }
    // an exponent too long for an integer saturates, and one that large is out of range anyway
    $power = max(-1_000_000, min(1_000_000, (int) $exponent));
    return [$sign . $digits, $power - strlen((string) $fraction) + strlen($all) - strlen($digits)];
}

function exactAmount(string $digits, int $exponent, string $field): string
{
    if ($exponent < -SCALE) {
        throw new Refusal('validation_error', "$field has more than " . SCALE . ' decimals');
    }
    return timesPowerOfTen($digits, $exponent);
}

function amountInCents(string $digits, int $exponent, string $field): string
{
    if (strlen($digits) + $exponent < -SCALE) {
        return '0';
    }
    $amount = timesPowerOfTen($digits, $exponent);
    $rounded = bcadd($amount, '0.005', 2);
    $difference = bcsub($rounded, $amount, SCALE);
    if (bccomp(ltrim($difference, '-'), FLOAT_NOISE, SCALE) > 0) {
        throw new Refusal('validation_error', "$field is finer than a cent");
    }
    return $rounded;
}

function timesPowerOfTen(string $digits, int $exponent): string
{
    if ($exponent >= 0) {
        return $digits . str_repeat('0', $exponent);
    }
    $padded = str_pad($digits, 1 - $exponent, '0', STR_PAD_LEFT);
    return substr($padded, 0, $exponent) . '.' . substr($padded, $exponent);
}
