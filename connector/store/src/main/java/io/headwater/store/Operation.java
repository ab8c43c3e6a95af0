package io.headwater.store;

/** The kinds of request that an {@link ObjectStore} sends. */
public enum Operation {
  HEAD,
  GET,
  STORLET,
  PUT,
  COPY,
  DELETE,
  BULK_DELETE,
  LIST,
  CREATE_UPLOAD,
  PUT_PART,
  COMPLETE_UPLOAD,
  ABORT_UPLOAD,
  LIST_UPLOADS;

  /** Whether it changes nothing and runs no program, so that it can be abandoned safely. */
  public boolean isRead() {
    return this == HEAD || this == GET || this == LIST || this == LIST_UPLOADS;
  }
}
