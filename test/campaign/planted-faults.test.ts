import { describe, expect, it } from '@jest/globals';
import { brokenBy, type Campaign, productThatFreezes, productWith, runCampaign } from './run-campaign.ts';

const kindsOf = ({ finds }: Campaign): string[] => finds.map(({ kind }) => kind);

describe('the campaign finds that a platform differs', () => {
  it('in the freshness of a request, and tells its bytes', async () => {
    const product = productWith('quirks: { futureTimestamp: past-only }');
    const campaign = await runCampaign(product, '--only', 'requests', '--minutes', '0.2');
    expect(kindsOf(campaign)).toContainEqual(expect.stringMatching(/: 200 instead of 400 request_expired$/));
    expect(campaign.finds.find(({ kind }) => kind.includes('expired'))?.reproduction).toMatch(
      /^send these bytes \(hex\): 504f5354/,
    );
    expect(campaign.code).toBe(1);
  });

  it('in the order of the checks', async () => {
    const product = productWith('quirks: { checkOrder: fields-first }');
    const campaign = await runCampaign(product, '--only', 'requests', '--minutes', '0.2');
    expect(kindsOf(campaign)).toContainEqual(
      expect.stringMatching(/: 422 validation_error instead of 403 invalid_signature$/),
    );
  });
});

describe('the campaign finds a platform that', () => {
  it('forgets what it answered', async () => {
    const product = brokenBy('forgets rows');
    const campaign = await runCampaign(product, '--only', 'kills', '--minutes', '0.1');
    expect(kindsOf(campaign)).toContain('rows lost by SIGKILL');
  });

  it('writes its journal late', async () => {
    const product = brokenBy('writes late');
    const campaign = await runCampaign(product, '--only', 'kills', '--minutes', '0.1');
    expect(kindsOf(campaign)).toContain('rows lost by SIGKILL');
  });

  it('stands still', async () => {
    const campaign = await runCampaign(productThatFreezes, '--only', 'requests', '--minutes', '0.1');
    expect(kindsOf(campaign)).toContain('health is late');
  });

  it('grows', async () => {
    const campaign = await runCampaign(brokenBy('leaks'), '--only', 'soak', '--minutes', '0.15');
    expect(kindsOf(campaign)).toContain('memory grows');
  });

  it('writes what a terminal obeys, and shows the token', async () => {
    const product = brokenBy('writes late');
    const campaign = await runCampaign(product, '--only', 'hostile', '--minutes', '0.15');
    expect(kindsOf(campaign)).toContainEqual(expect.stringContaining('control character'));
    expect(kindsOf(campaign)).toContainEqual(expect.stringContaining('the token in the output'));
  });
});

describe('the campaign', () => {
  it('takes a part that tries nothing for a find', async () => {
    const campaign = await runCampaign('process.exit(1);', '--only', 'soak', '--minutes', '0.02');
    expect(kindsOf(campaign)).toEqual(['the part failed', 'nothing was tried']);
    expect(campaign.code).toBe(1);
  });

  it('names its parts to who asks for another', async () => {
    const campaign = await runCampaign('', '--only', 'kill');
    expect(campaign.output).toMatch(/No part is called kill; there are requests, hostile, kills/);
    expect(campaign.code).toBe(2);
  });
});
