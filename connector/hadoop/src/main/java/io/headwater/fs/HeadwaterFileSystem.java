package io.headwater.fs;

import static org.apache.hadoop.fs.impl.AbstractFSBuilderImpl.rejectUnknownMandatoryKeys;

import io.headwater.commit.ClaimLock;
import io.headwater.commit.Lease;
import io.headwater.fs.bucket.Bucket;
import io.headwater.fs.bucket.HeadwaterFileStatus;
import io.headwater.fs.bucket.HeadwaterLocatedFileStatus;
import io.headwater.fs.committer.CommitContext;
import io.headwater.fs.committer.DatasetFileSystem;
import io.headwater.fs.config.BucketName;
import io.headwater.fs.config.Installation;
import io.headwater.fs.config.KnownSettings;
import io.headwater.fs.config.OptionNames;
import io.headwater.fs.config.Settings;
import io.headwater.fs.hadoop.BulkDeleteType;
import io.headwater.fs.hadoop.Futures;
import io.headwater.fs.hadoop.SwiftSetting;
import io.headwater.fs.list.FolderListing;
import io.headwater.fs.list.ObjectFacts;
import io.headwater.fs.list.StatusLookup;
import io.headwater.fs.list.TreeSummary;
import io.headwater.fs.list.WalkedTree;
import io.headwater.fs.read.FileOpener;
import io.headwater.fs.read.FooterLookup;
import io.headwater.fs.read.OpenFileBuilder;
import io.headwater.fs.read.PathHandles;
import io.headwater.fs.rename.Renaming;
import io.headwater.fs.rename.StrictRename;
import io.headwater.fs.storlet.StorletClient;
import io.headwater.fs.write.CreateCondition;
import io.headwater.fs.write.CreateFileBuilder;
import io.headwater.fs.write.Deletion;
import io.headwater.fs.write.DirectoryMaker;
import io.headwater.fs.write.ExclusiveFiles;
import io.headwater.fs.write.ExclusiveOutputStream;
import io.headwater.fs.write.FileCreator;
import io.headwater.fs.write.HeadwaterBulkDelete;
import io.headwater.fs.write.HeadwaterMultipartUploader;
import io.headwater.fs.write.NamedDeletion;
import io.headwater.store.concurrent.Trace;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.MultipartUploader;
import org.apache.hadoop.fs.MultipartUploaderBuilder;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Options.HandleOpt;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.StoreStatisticNames;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.functional.RemoteIterators;

/**
 * Hadoop's FileSystem over one bucket of an object store: {@code s3://bucket/path}, and {@code
 * s3a://bucket/path} if {@code fs.s3a.impl} is this class. Jobs' output is written once, directly
 * to its final place. See {@code docs/explain/filesystem.md}.
 *
 * <p>Each call is delegated to a separate class. None of them has state.
 *
 * <p>Hadoop loads this class with every file system. So it is compiled for Java 8, with the classes
 * that Java loads to verify it: see {@code pom.xml}. {@link Installation} refuses older Javas.
 */
public class HeadwaterFileSystem extends FileSystem
    implements IOStatisticsSource, DatasetFileSystem {
  /** The path capability of a file system that may send storlet requests. */
  public static final String STORLETS_CAPABILITY = OptionNames.STORLETS_CAPABILITY;

  private URI uri;

  /** Reported as owner and group of all files, as S3A does. */
  private String user;

  private Path workingDirectory;
  private FileSystemContext context;
  private StatusLookup lookup;
  private Deletion deletion;
  private FileOpener opening;
  private StorletClient storletClient;
  private ExclusiveFiles exclusive;

  static {
    Installation.report();
    SwiftSetting.ensure();
    if (Installation.hasJava()) {
      BulkDeleteType.ensure();
      Trace.setSource(AuditTrace::ofThread);
    }
  }

  @Override
  public String getScheme() {
    return uri == null ? defaultScheme() : uri.getScheme();
  }

  /** The scheme that the service loader registers. */
  String defaultScheme() {
    return "s3";
  }

  @Override
  public void initialize(URI name, Configuration configuration) throws IOException {
    Installation.check(name);
    uri = BucketFactory.root(name);
    super.initialize(name, configuration);
    setConf(configuration);
    user = UserGroupInformation.getCurrentUser().getShortUserName();
    workingDirectory =
        new Path(uri.getScheme(), uri.getAuthority(), "/user/" + System.getProperty("user.name"));
    BucketName bucketName = BucketName.parse(uri);
    KnownSettings.warn(configuration, bucketName.bucket());
    Lease lease = new Settings(configuration, bucketName).lease();
    context = openBucket(uri, configuration);
    exclusive = new ExclusiveFiles(context.bucket(), lease);
    lookup = new StatusLookup(context.list(), new FooterLookup(context.read()));
    deletion = new Deletion(context.write(), lookup);
    opening = new FileOpener(context.read(), lookup);
    storletClient =
        new StorletClient(context.read(), opening, context.identity(), context.requestsStorlets());
  }

  /** Computations in the store on objects of this bucket. */
  public StorletClient storletClient() {
    return storletClient;
  }

  /** Additional knowledge about objects of this bucket. */
  public ObjectFacts facts() {
    return new ObjectFacts(context.list());
  }

  /** The shared state of this file system's parts. */
  FileSystemContext context() {
    return context;
  }

  @Override
  public Optional<CommitContext> commits() {
    return context.commits();
  }

  /** Opens the bucket of this file system. Tests override it. */
  FileSystemContext openBucket(URI root, Configuration configuration) throws IOException {
    return BucketFactory.open(root, configuration, statistics);
  }

  @Override
  public URI getUri() {
    return uri;
  }

  @Override
  public Path getWorkingDirectory() {
    return workingDirectory;
  }

  @Override
  public void setWorkingDirectory(Path folder) {
    workingDirectory = absolute(folder);
  }

  private Path absolute(Path path) {
    checkPath(path);
    return path.makeQualified(uri, workingDirectory);
  }

  private List<Path> absolute(Collection<Path> paths) {
    return paths.stream().map(this::absolute).collect(Collectors.toList());
  }

  @Override
  public long getDefaultBlockSize(Path path) {
    return context.list().blockSize();
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    countRead(StoreStatisticNames.OP_GET_FILE_STATUS);
    return lookup.status(absolute(path)).ownedBy(user);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    countRead(StoreStatisticNames.OP_OPEN);
    return opening.open(absolute(path));
  }

  @Override
  public FutureDataInputStreamBuilder openFile(Path path) {
    return new OpenFileBuilder(this, path, this::openFileWithOptions);
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters parameters) throws IOException {
    rejectUnknownMandatoryKeys(
        parameters.getMandatoryKeys(), OpenFileBuilder.OPTIONS, "for " + path);
    countRead(StoreStatisticNames.OP_OPENFILE);
    return Futures.of(() -> opening.open(absolute(path), parameters));
  }

  @Override
  protected PathHandle createPathHandle(FileStatus status, HandleOpt... options) {
    return new PathHandles(context.bucket(), opening).create(status, options);
  }

  @Override
  public FSDataInputStream open(PathHandle handle, int bufferSize) throws IOException {
    return new PathHandles(context.bucket(), opening).open(handle);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    countWrite(StoreStatisticNames.OP_CREATE);
    return new FileCreator(context.write(), lookup, exclusive).create(absolute(path), overwrite);
  }

  /** Builds a file, also on the conditions of {@link Options.CreateFileOptionKeys}. */
  @Override
  public CreateFileBuilder createFile(Path path) {
    return new CreateFileBuilder(this, path, this::createIf);
  }

  private FSDataOutputStream createIf(Path path, CreateCondition condition) throws IOException {
    countWrite(StoreStatisticNames.OP_CREATE_FILE);
    return new FileCreator(context.write(), lookup, exclusive).createIf(absolute(path), condition);
  }

  /**
   * Creates a short file exclusively: exactly one of any number of writers succeeds, on every
   * store. The file becomes visible atomically when the stream is closed. Until then its bytes are
   * buffered in memory. If another writer was faster, close throws a {@link
   * org.apache.hadoop.fs.FileAlreadyExistsException}.
   */
  public FSDataOutputStream createExclusively(Path path) throws IOException {
    countWrite(StoreStatisticNames.OP_CREATE);
    return new FSDataOutputStream(
        ExclusiveOutputStream.open(exclusive, absolute(path)), statistics);
  }

  @Override
  public FSDataOutputStream createNonRecursive(
      Path path,
      FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    countWrite(StoreStatisticNames.OP_CREATE_NON_RECURSIVE);
    Path parent = absolute(path).getParent();
    if (parent != null && !lookup.status(parent).isDirectory()) {
      throw new ParentNotDirectoryException(parent + " is a file");
    }
    boolean overwrite = flags.contains(CreateFlag.OVERWRITE);
    return new FileCreator(context.write(), lookup, exclusive).create(absolute(path), overwrite);
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress)
      throws IOException {
    countWrite(StoreStatisticNames.OP_APPEND);
    return new FileCreator(context.write(), lookup, exclusive).append(absolute(path));
  }

  /** A file is one object, and only the store replicates it. Nothing else can be set. */
  @Override
  public boolean setReplication(Path path, short replication) {
    return replication == 1;
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    countWrite(StoreStatisticNames.OP_MKDIRS);
    new DirectoryMaker(context.write(), lookup).make(absolute(path));
    return true;
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    countWrite(StoreStatisticNames.OP_DELETE);
    return deletion.delete(absolute(path), recursive);
  }

  @Override
  public boolean rename(Path source, Path target) throws IOException {
    countWrite(StoreStatisticNames.OP_RENAME);
    return new Renaming(context.write(), lookup, deletion, exclusive)
        .rename(absolute(source), absolute(target));
  }

  /** FileContext's form: an existing target is an exception. */
  @Override
  @SuppressWarnings("deprecation") // Called by FileContext.
  protected void rename(Path source, Path target, Options.Rename... options) throws IOException {
    countWrite(StoreStatisticNames.OP_RENAME);
    boolean overwrite = Arrays.asList(options).contains(Options.Rename.OVERWRITE);
    new StrictRename(context.write(), lookup, deletion, exclusive)
        .rename(absolute(source), absolute(target), overwrite);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    List<FileStatus> all = new ArrayList<>();
    RemoteIterators.foreach(listStatusIterator(path), all::add);
    return all.toArray(new FileStatus[0]);
  }

  /** With block locations: Spark copies a status without them into one without an ETag. */
  @Override
  public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
    countRead(StoreStatisticNames.OP_LIST_STATUS);
    return RemoteIterators.typeCastingRemoteIterator(children(path));
  }

  @Override
  public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path)
      throws FileNotFoundException, IOException {
    countRead(StoreStatisticNames.OP_LIST_LOCATED_STATUS);
    return children(path);
  }

  private RemoteIterator<LocatedFileStatus> children(Path path) throws IOException {
    return RemoteIterators.mappingRemoteIterator(
        new FolderListing(context.list(), lookup).children(absolute(path)), this::located);
  }

  /**
   * Lists a folder's direct children from a name on, in the order of the names. The store's
   * listings begin there, so that children before it cost nothing.
   *
   * @param first the path with the name, which need not exist
   * @throws FileNotFoundException if its folder does not exist
   */
  public RemoteIterator<FileStatus> listStatusFrom(Path first) throws IOException {
    countRead(StoreStatisticNames.OP_LIST_STATUS);
    return RemoteIterators.mappingRemoteIterator(
        new FolderListing(context.list(), lookup).childrenFrom(absolute(first)),
        status -> status.ownedBy(user));
  }

  @Override
  public RemoteIterator<LocatedFileStatus> listFiles(Path path, boolean recursive)
      throws IOException {
    if (!recursive) {
      return super.listFiles(path, false);
    }
    countRead(StoreStatisticNames.OP_LIST_FILES);
    return RemoteIterators.mappingRemoteIterator(
        new FolderListing(context.list(), lookup).tree(absolute(path)), this::located);
  }

  @Override
  public FileStatus[] globStatus(Path glob) throws IOException {
    return globStatus(glob, path -> true);
  }

  @Override
  public FileStatus[] globStatus(Path glob, PathFilter filter) throws IOException {
    checkPath(glob);
    Optional<FileSystem> walked = WalkedTree.of(this, context.list(), absolute(glob), user);
    return walked.isPresent()
        ? walked.get().globStatus(glob, filter)
        : super.globStatus(glob, filter);
  }

  @Override
  public ContentSummary getContentSummary(Path path) throws IOException {
    Path qualified = absolute(path);
    Bucket bucket = context.bucket();
    if (bucket.pending().temporary(bucket.paths().key(qualified)).isPresent()) {
      return super.getContentSummary(path); // The store's listings do not contain pending output.
    }
    countRead(StoreStatisticNames.OP_GET_CONTENT_SUMMARY);
    return new TreeSummary(bucket).of(lookup.status(qualified));
  }

  private LocatedFileStatus located(HeadwaterFileStatus status) throws IOException {
    BlockLocation[] locations =
        status.isFile() ? getFileBlockLocations(status, 0, status.getLen()) : null;
    return new HeadwaterLocatedFileStatus(status.ownedBy(user), locations);
  }

  @Override
  public MultipartUploaderBuilder<? extends MultipartUploader, ?> createMultipartUploader(Path base)
      throws IOException {
    return new HeadwaterMultipartUploader.Builder(this, absolute(base), context.write(), lookup);
  }

  /** Called by Hadoop from 3.4.1 on. See {@link BulkDeleteType}. */
  @Override
  public BulkDelete createBulkDelete(Path base) throws IOException {
    return HeadwaterBulkDelete.below(absolute(base), context.write());
  }

  /**
   * Deletes files by name, a thousand per request if the store allows that. Does not check whether
   * they exist.
   *
   * @return the files that could not be deleted, each with the reason
   */
  public List<Map.Entry<Path, String>> deleteFiles(Collection<Path> paths) throws IOException {
    countWrite(StoreStatisticNames.OP_DELETE);
    return new NamedDeletion(context.write()).delete(absolute(paths));
  }

  /**
   * Locks a path against other locks, by claims next to it. Programs that do not lock it are not
   * excluded.
   *
   * @param patience how long to wait for other owners
   * @return empty if another owner has the lock for all this time
   */
  public Optional<ClaimLock> lock(Path path, Duration patience) throws IOException {
    return exclusive.lock(absolute(path), patience);
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    if (capability.equals(STORLETS_CAPABILITY)) {
      return storletClient.mayRun();
    }
    return PathCapabilities.find(capability, context.bucket().store())
        || super.hasPathCapability(path, capability);
  }

  private void countRead(String call) {
    statistics.incrementReadOps(1);
    context.read().usage().counts().incrementCounter(call);
  }

  private void countWrite(String call) {
    statistics.incrementWriteOps(1);
    context.read().usage().counts().incrementCounter(call);
  }

  @Override
  public IOStatistics getIOStatistics() {
    return context == null ? null : context.read().usage().counts();
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      if (context != null) {
        context.bucket().store().close();
      }
    }
  }

  @Override
  public String toString() {
    return "Headwater file system " + uri;
  }
}
