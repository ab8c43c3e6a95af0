package io.headwater.fs;

import io.headwater.commit.KnownParts;
import io.headwater.commit.PendingOutput;
import io.headwater.commit.dataset.DatasetReader;
import io.headwater.store.ObjectStore;
import io.headwater.store.WorkerPool;
import io.headwater.store.upload.UploadResources;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;

/**
 * What the parts of a file system share.
 *
 * @param store the bucket
 * @param commits the bucket for the requests of commits, which are repeated for longer
 * @param identity the store's and the bucket's names, the same in all file systems of the bucket
 * @param paths between paths and keys
 * @param pending what is written under temporary names
 * @param known parts that cannot change any more
 * @param datasets what manifests say
 * @param indexes which folders have skip indexes
 * @param missing what a status did not find lately
 * @param deleted what a thread deleted last
 * @param probed the folder that Spark is about to list
 * @param opened the columnar file that a thread is about to read
 * @param workers for requests that run side by side
 * @param uploads memory and threads of the writers
 * @param commitsByManifest whether jobs that can commit by manifest are to
 * @param listsByManifest whether manifests alone tell what is in datasets
 * @param visibility when what such a job writes is there
 * @param asksForStorlets whether the store may be asked to run storlets
 * @param blockSize what files are told to have as block size, in bytes
 * @param counts of calls, requests and closed streams, by Hadoop's names
 * @param statistics Hadoop's counts of bytes, which Spark shows as a task's input and output
 */
record Bucket(
    ObjectStore store,
    ObjectStore commits,
    String identity,
    PathKeys paths,
    PendingOutput pending,
    KnownParts known,
    DatasetReader datasets,
    SeenIndexes indexes,
    RecentlyMissing missing,
    LastDeletion deleted,
    ProbedFolder probed,
    OpenedFile opened,
    WorkerPool workers,
    UploadResources uploads,
    boolean commitsByManifest,
    boolean listsByManifest,
    Visibility visibility,
    boolean asksForStorlets,
    long blockSize,
    IOStatisticsStore counts,
    FileSystem.Statistics statistics) {}
