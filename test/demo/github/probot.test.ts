/** The framework of the App against the stand-in: webhook in, comment and reaction out, with its own authentication. */
import { createServer } from 'node:http';
import { createNodeMiddleware, Probot } from 'probot';
import { expect, test } from 'vitest';
import { expectNoViolations, startWithWidgets } from './github.ts';

test('Probot hears a comment, answers it, and stops at its own answer', async () => {
  const { github } = await startWithWidgets();
  const { id: appId, privateKey, webhookSecret: secret } = github.app;
  const probot = new Probot({ appId, privateKey, secret, baseUrl: github.apiUrl, logLevel: 'fatal' });
  const middleware = await createNodeMiddleware(
    (app) => {
      app.on('issue_comment.created', async (context) => {
        if (context.isBot) return;
        await context.octokit.rest.reactions.createForIssueComment({
          ...context.repo(),
          comment_id: context.payload.comment.id,
          content: 'eyes',
        });
        await context.octokit.rest.issues.createComment(context.issue({ body: 'On it' }));
      });
    },
    { probot, webhooksPath: '/webhook' },
  );
  const server = createServer((request, response) => void middleware(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  github.setWebhookUrl(`http://127.0.0.1:${address.port}/webhook`);

  github.openIssue('acme/widgets', 'bob', { title: 'Broken' });
  const { id } = github.comment('acme/widgets', 1, 'alice', '/aider fix it');
  await github.idle();

  const [asked, answered] = github.issue('acme/widgets', 1).comments;
  expect(asked).toMatchObject({ id, reactions: [{ content: 'eyes', user: { login: 'aiderbot[bot]' } }] });
  expect(answered).toMatchObject({ body: 'On it', viaApp: true });
  expect(github.deliveries.map((it) => it.status)).toEqual(['OK', 'OK', 'OK']);
  expectNoViolations(github);
  await new Promise((done) => server.close(done));
  await github.close();
});
