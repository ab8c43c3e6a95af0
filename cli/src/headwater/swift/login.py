"""Tokens and the URL of an account: by Keystone v3 with keystoneauth, or by TempAuth."""

from abc import ABC, abstractmethod
from typing import Any

import requests

from headwater.core.errors import HeadwaterError
from headwater.swift.clouds import Cloud

_TIMEOUT_S = 60.0
_ADVICE = "Check the user, the key and the URL of the authentication."


class Login(ABC):
    """The authentication of one user."""

    @abstractmethod
    def account(self) -> tuple[str, str]:
        """The account's URL, and a token. HeadwaterError if the user is not known."""

    @abstractmethod
    def renew(self) -> None:
        """Forget the token, because the store did not accept it."""


class TempAuth(Login):
    """Swift's first authentication."""

    def __init__(self, cloud: Cloud) -> None:
        self._cloud = cloud
        self._known: tuple[str, str] | None = None

    def account(self) -> tuple[str, str]:
        """By one request, until the token is renewed."""
        if self._known is None:
            auth = self._cloud.auth
            names = {"X-Auth-User": auth.get("username", ""), "X-Auth-Key": auth.get("password", "")}
            try:
                response = requests.get(
                    auth["auth_url"], headers=names, timeout=_TIMEOUT_S, verify=self._cloud.verify
                )
                response.raise_for_status()
                self._known = response.headers["X-Storage-Url"], response.headers["X-Auth-Token"]
            except (requests.RequestException, KeyError) as error:
                raise HeadwaterError(
                    f"cannot log in to {self._cloud.name}: {error}", advice=_ADVICE
                ) from error
        return self._known

    def renew(self) -> None:
        """Request another one the next time."""
        self._known = None


class Keystone(Login):
    """Keystone v3, with each kind of authentication that keystoneauth has."""

    def __init__(self, cloud: Cloud) -> None:
        # Other programs need not wait for it.
        from keystoneauth1 import exceptions, loading, session  # noqa: PLC0415

        self._cloud = cloud
        self._failures = (exceptions.ClientException, exceptions.MissingRequiredOptions)
        try:
            loader = loading.get_plugin_loader(cloud.kind)
            known = {each.dest for each in loader.get_options()}
            chosen = {name: value for name, value in cloud.auth.items() if name in known}
            self._session: Any = session.Session(auth=loader.load_from_options(**chosen), verify=cloud.verify)
        except self._failures as error:
            raise HeadwaterError(f"cannot log in to {cloud.name}: {error}", advice=_ADVICE) from error

    def account(self) -> tuple[str, str]:
        """From the catalog. keystoneauth keeps the token until it expires."""
        try:
            url = self._session.get_endpoint(
                service_type="object-store",
                interface=self._cloud.interface,
                region_name=self._cloud.region,
            )
            token = self._session.get_token()
        except self._failures as error:
            raise HeadwaterError(f"cannot log in to {self._cloud.name}: {error}", advice=_ADVICE) from error
        if not url:
            raise HeadwaterError(
                f"the catalog of {self._cloud.name} has no object store in region {self._cloud.region}",
                advice="Check region_name and interface.",
            )
        return url, token

    def renew(self) -> None:
        """Request another one the next time."""
        self._session.invalidate()


def login(cloud: Cloud) -> Login:
    """The authentication that a cloud has."""
    return TempAuth(cloud) if cloud.is_v1 else Keystone(cloud)
