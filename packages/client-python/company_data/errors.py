"""What goes wrong, a class for each code of the API. An answer's own text is in `body`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from company_data.types import CompanyCandidate, NotEnabledBlock


_IS_CODE = re.compile(r"[a-z]+(_[a-z]+)*")


class CompanyDataError(Exception):
    """Any failure of this client."""


class ConnectionFailedError(CompanyDataError):
    """The service could not be reached, or the connection broke, as often as was tried."""


class UnexpectedAnswerError(CompanyDataError):
    """What answered is not the service: a proxy's page, or an address that isn't its."""


class StateError(CompanyDataError):
    """The state file is of another list, or can't be read."""


class SmallJobsError(CompanyDataError):
    """`rows_per_job` is too small for the list. Nothing was submitted."""


class ApiError(CompanyDataError):
    """The service refused. `code` says why; `detail` is that code too, or a sentence."""

    CODE: ClassVar[str] = "error"
    """Of answers whose detail is a sentence."""

    def __init__(self, status: int, body: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.body = body
        self.detail = str(body.get("detail", ""))
        self.code = self.detail if _IS_CODE.fullmatch(self.detail) else self.CODE
        self.request_id: str = str(body.get("request_id", ""))
        """To quote to support."""
        self.message: str = str(body.get("message", ""))
        """What is wrong and what to do, in the service's words; empty on a 401."""
        self.docs: str = str(body.get("docs", ""))
        """The address of the paragraph that explains the code; empty on a 401."""
        self.retry_after = retry_after
        """Seconds, where the service said so."""
        super().__init__(self._sentence())

    @property
    def retry_suggested(self) -> bool:
        """Whether asking again may help."""
        return bool(self.body.get("retry_suggested", self.status in (408, 429) or self.status >= 500))

    def _told(self) -> str:
        return self.message

    def _sentence(self) -> str:
        asked = f" (request {self.request_id})" if self.request_id else ""
        told = self._told()
        return f"{self.status} {self.detail or self.code}{asked}" + (f": {told}" if told else "")


class InvalidRequestError(ApiError):
    """Something in the request is wrong; `errors` says what, by field."""

    @property
    def errors(self) -> Mapping[str, list[str]]:
        errors = self.body.get("errors")
        if not isinstance(errors, Mapping):
            return {}
        return {
            str(field): [str(one) for one in (told if isinstance(told, list) else [told])]
            for field, told in errors.items()
        }

    def _told(self) -> str:
        faults = [f"{field}: {' '.join(sentences)}" for field, sentences in list(self.errors.items())[:5]]
        return "; ".join(faults) or self.message


class InvalidCompanyNumberError(InvalidRequestError):
    """Not a company number of a known form."""


class MalformedCursorError(InvalidRequestError):
    """Not a cursor of this job and page."""


class MalformedJsonError(InvalidRequestError):
    """The body is not JSON in UTF-8."""


class TooManyRowsError(InvalidRequestError):
    """More rows than a job, or this key, may have."""


class BodyTooLargeError(InvalidRequestError):
    """The body is larger than the service reads."""


class UnauthorizedError(ApiError):
    """The key is missing, malformed, revoked or wrong."""

    CODE = "unauthorized"


class MissingScopeError(ApiError):
    """The key lacks the scope that the call needs."""

    CODE = "missing_scope"


class NotEnabledError(ApiError):
    """None of the blocks that were asked for is enabled for the account."""

    @property
    def blocks(self) -> Mapping[str, NotEnabledBlock]:
        blocks: Mapping[str, NotEnabledBlock] = self.body.get("blocks", {})
        return blocks


class OptionNotEnabledError(NotEnabledError):
    """A premium option is not enabled for the account."""

    @property
    def options(self) -> Mapping[str, NotEnabledBlock]:
        options: Mapping[str, NotEnabledBlock] = self.body.get("options", {})
        return options


class NotFoundError(ApiError):
    """No such path; the address of the service may be wrong."""


class JobNotFoundError(NotFoundError):
    """The account has no such job."""


class NotMatchedError(NotFoundError):
    """No company was found for what was asked."""


class NotOwnSiteError(NotMatchedError):
    """The host is a register, a directory, a social network or a site builder."""


class SiteUnreachableError(NotMatchedError):
    """The website would not open."""


class NoCompanyIdentifiedOnSiteError(NotMatchedError):
    """The website names no active company."""


class MethodNotAllowedError(ApiError):
    """The path has no such method."""


class ConflictError(ApiError):
    """409."""


class AmbiguousMatchError(ConflictError):
    """Several live companies fit; `candidates` lists them. Not billed."""

    @property
    def candidates(self) -> list[CompanyCandidate]:
        candidates: list[CompanyCandidate] = self.body.get("candidates", [])
        return candidates


class IdempotencyKeyReusedError(ConflictError):
    """The idempotency key belongs to another request."""


class GoneError(ApiError):
    """The rows can't be read any more, or never could."""

    @property
    def expires_at(self) -> str | None:
        return self.body.get("expires_at")


class RowsExpiredError(GoneError):
    """The rows were kept until `expires_at`."""


class NotStoredError(GoneError):
    """The row was asked for with `store=False` and is kept nowhere."""


class UnsupportedMediaTypeError(ApiError):
    """The service doesn't take such a body."""


class RateLimitedError(ApiError):
    """The allowance of this minute is spent."""


class BudgetReachedError(ApiError):
    """The request could pass the budget of the month. Never waited for: somebody has to raise the budget."""

    @property
    def retry_suggested(self) -> bool:
        return False


class TooManyOpenRowsError(RateLimitedError):
    """The account has too many rows that are not finished, or too many that cost nothing today."""


class ServiceFaultError(ApiError):
    """A fault of the service, or of what stands before it."""


class ResolveFailedError(ServiceFaultError):
    """The row could not be resolved now; `code` is the reason. Not billed."""


class UnavailableError(ServiceFaultError):
    """The service can't answer truthfully now."""


class IntakeBusyError(UnavailableError):
    """Other submissions have the room that this one needs."""


BY_CODE: Mapping[str, type[ApiError]] = {
    "invalid_request": InvalidRequestError,
    "invalid_company_number": InvalidCompanyNumberError,
    "malformed_cursor": MalformedCursorError,
    "malformed_json": MalformedJsonError,
    "too_many_rows": TooManyRowsError,
    "body_too_large": BodyTooLargeError,
    "not_enabled": NotEnabledError,
    "option_not_enabled": OptionNotEnabledError,
    "not_found": NotFoundError,
    "job_not_found": JobNotFoundError,
    "not_matched": NotMatchedError,
    "not_own_site": NotOwnSiteError,
    "site_unreachable": SiteUnreachableError,
    "no_company_identified_on_site": NoCompanyIdentifiedOnSiteError,
    "method_not_allowed": MethodNotAllowedError,
    "ambiguous_match": AmbiguousMatchError,
    "idempotency_key_reused": IdempotencyKeyReusedError,
    "rows_expired": RowsExpiredError,
    "not_stored": NotStoredError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "rate_limited": RateLimitedError,
    "budget_reached": BudgetReachedError,
    "too_many_open_rows": TooManyOpenRowsError,
    "intake_busy": IntakeBusyError,
    "unavailable": UnavailableError,
}

_BY_STATUS: Mapping[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: UnauthorizedError,
    403: MissingScopeError,
    404: NotFoundError,
    409: ConflictError,
    410: GoneError,
    413: BodyTooLargeError,
    429: RateLimitedError,
    502: ResolveFailedError,
    503: UnavailableError,
}


def error_of(status: int, body: Mapping[str, Any], retry_after: float | None = None) -> ApiError:
    """By its code; an unknown one, or a sentence, by its status. On a 502 the code is the row's reason."""
    code = str(body.get("detail"))
    known = BY_CODE.get(code) if status != 502 else None
    fallback = ServiceFaultError if status >= 500 else ApiError
    return (known or _BY_STATUS.get(status, fallback))(status, body, retry_after)
