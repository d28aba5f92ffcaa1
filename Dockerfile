# Kiu in a container: docs/hosting.md tells how to build and run it.
# The first stage makes a virtual environment; the second has that, Python, and neither pip's cache nor the sources.

FROM python:3.11-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
WORKDIR /source
RUN python -m venv /opt/kiu
COPY requirements.txt ./
RUN /opt/kiu/bin/pip install --require-hashes --requirement requirements.txt
COPY deploy/requirements-build.txt ./deploy/
RUN pip install --require-hashes --requirement deploy/requirements-build.txt
COPY pyproject.toml README.md LICENSE .env.example ./
COPY deploy deploy
COPY verify verify
COPY engine engine
COPY bot bot
RUN pip wheel --no-index --no-deps --no-build-isolation --wheel-dir /wheel . \
    && /opt/kiu/bin/pip install --no-index --no-deps /wheel/*.whl

FROM python:3.11-slim-bookworm
COPY --from=build /opt/kiu /opt/kiu
# Its own folder belongs to the user below; a volume that is made for it begins as a copy of it.
RUN install --directory --owner=10001 --group=10001 --mode=0700 /data
ENV PATH=/opt/kiu/bin:$PATH \
    HOME=/tmp \
    KIU_DATA=/data
VOLUME ["/data"]
WORKDIR /data
# A number, so that a cluster can see that it is not root.
USER 10001:10001
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s --retries=3 CMD ["kiu", "health"]
CMD ["kiu"]
