package io.headwater.store;

/**
 * What an {@link ObjectStore} can do beyond the core operations. A store declares its set once. The
 * contract suite tests each declared capability. For each undeclared one it checks that the store
 * refuses instead of pretending.
 */
public enum Capability {
  /** {@link PutMode.CreateIfAbsent} is supported. Several racing creators may win. */
  CREATE_IF_ABSENT,
  /** {@link PutMode.ReplaceIfMatch} is supported. */
  REPLACE_IF_MATCH,
  /** Completing an upload obeys the conditions that a PUT obeys. */
  CONDITIONAL_COMPLETION,
  /** Exactly one of any number of racing conditional writes wins. */
  ATOMIC_CONDITIONS,
  /** {@link ObjectStore#uploads()} is supported. */
  MULTIPART_UPLOAD,
  /** {@link ObjectStore#stream} is supported. */
  STREAMED_PUT,
  /**
   * A listing shows every object whose write was acknowledged. Amazon S3 guarantees this since
   * December 2020. In a Swift cluster it is true while the container servers keep up.
   */
  CONSISTENT_LISTING,
  /** A listing shows which objects have a directory's media type. S3's API has none in listings. */
  LISTED_MEDIA_TYPES,
  /** {@link ObjectStore#deleteAll} costs one request per {@link ObjectStore#BULK_DELETE_LIMIT}. */
  BULK_DELETE,
  /**
   * {@link ObjectStore#run} may be sent. Only the response shows whether the store has storlets,
   * and this one.
   */
  STORLETS
}
