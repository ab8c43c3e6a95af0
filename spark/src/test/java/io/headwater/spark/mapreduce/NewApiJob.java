package io.headwater.spark.mapreduce;

import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Counts words with {@code org.apache.hadoop.mapreduce}: input, output. */
public final class NewApiJob extends Configured implements Tool {
  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new NewApiJob(), arguments));
  }

  @Override
  public int run(String[] arguments) throws Exception {
    Job job = Job.getInstance(getConf());
    job.setJarByClass(NewApiJob.class);
    job.setMapperClass(TokenCounterMapper.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new Path(arguments[0]));
    FileOutputFormat.setOutputPath(job, new Path(arguments[1]));
    return job.waitForCompletion(true) ? 0 : 1;
  }
}
