# build
ARG NODE_VERSION=24
FROM node:24-slim AS build
ENV APP_HOME=/app
RUN npm ci

FROM gcr.io/distroless/nodejs
COPY --from=build /app /app
CMD ["server.js"]
