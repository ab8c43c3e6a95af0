package io.headwater.store;

/**
 * What an {@link ObjectStore} can do beyond the core operations. A store declares its set once; the
 * contract suite runs the tests of each declared capability and, for each one that is not declared,
 * checks that the store refuses instead of pretending.
 */
public enum Capability {
  /** {@link PutMode.CreateIfAbsent} is honoured; of racing creators more than one may win. */
  CREATE_IF_ABSENT,
  /** {@link PutMode.ReplaceIfMatch} is honoured. */
  REPLACE_IF_MATCH,
  /** Of any number of racing conditional writes exactly one wins. */
  ATOMIC_CONDITIONS,
  /** {@link ObjectStore#uploads()} is there. */
  MULTIPART_UPLOAD,
  /** {@link ObjectStore#stream} is there. */
  STREAMED_PUT,
  /**
   * A listing shows every object whose writing has been answered. Amazon S3 promises it since
   * December 2020; a Swift cluster holds it as long as its container servers keep up.
   */
  CONSISTENT_LISTING,
  /** {@link ObjectStore#deleteAll} costs one request per {@link ObjectStore#BULK_DELETE_LIMIT}. */
  BULK_DELETE,
  /**
   * {@link ObjectStore#run} may be sent. Whether the store has storlets, and this one, only its
   * answer tells.
   */
  STORLETS
}
