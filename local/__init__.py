"""The whole serverless stack on one machine, in one process.

``template.yaml`` is the only description: it is translated offline, created on
moto, and every route, authorizer, queue, schedule, table and environment is
read from it. The handlers that run here are the ones that run in the cloud.

``python -m local`` starts it for play; tests use :class:`local.stack.Stack`
with a :class:`local.clock.FakeClock`.
"""
