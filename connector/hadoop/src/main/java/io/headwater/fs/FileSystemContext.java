package io.headwater.fs;

import io.headwater.commit.ObjectInfoCache;
import io.headwater.commit.PendingOutput;
import io.headwater.commit.dataset.DatasetReader;
import io.headwater.store.ObjectStore;
import io.headwater.store.concurrent.WorkerPool;
import io.headwater.store.upload.UploadResources;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/**
 * The shared state of a file system's parts.
 *
 * @param store the bucket
 * @param commits the bucket for the requests of commits, which are retried for longer
 * @param identity the store's and the bucket's names, equal in all file systems of the bucket
 * @param paths maps paths to keys and back
 * @param pending output under temporary names
 * @param known a cache of parts that never change
 * @param datasets the reader of manifests
 * @param indexes which folders have skip indexes
 * @param missing keys that a status request recently did not find
 * @param deleted the last deletion of each thread
 * @param probed the folder that Spark is about to list
 * @param opened the columnar file that a thread is about to read
 * @param workers for concurrent requests
 * @param uploads memory and threads of the writers
 * @param commitsByManifest whether jobs commit by manifest if they can
 * @param listsByManifest whether datasets are listed from manifests alone
 * @param visibility when the files of such a job become visible
 * @param requestsStorlets whether storlet requests may be sent to the store
 * @param blockSize the reported block size of files, in bytes
 * @param counts of calls, requests and closed streams, by Hadoop's names
 * @param statistics Hadoop's byte counts, which Spark shows as a task's input and output
 */
record FileSystemContext(
    ObjectStore store,
    ObjectStore commits,
    String identity,
    PathKeys paths,
    PendingOutput pending,
    ObjectInfoCache known,
    DatasetReader datasets,
    SeenIndexes indexes,
    RecentlyMissing missing,
    LastDeletion deleted,
    DirectoryProbeCache probed,
    OpenedFile opened,
    WorkerPool workers,
    UploadResources uploads,
    boolean commitsByManifest,
    boolean listsByManifest,
    Visibility visibility,
    boolean requestsStorlets,
    long blockSize,
    IOStatisticsStore counts,
    FileSystem.Statistics statistics) {}
